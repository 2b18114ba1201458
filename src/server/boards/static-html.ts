/** The boards of a competition as plain HTML files that any web server serves for ever. The same content gives the same bytes. */

import { stableJson, writeArchive } from '../../files/index.ts';
import { type Board, type Competition, type HistoryPoint, hasBegun, type StaticPage, staticPages } from '../../leaderboard/index.ts';
import { escapeHtml, isolateHtml, renderPage, tableWithDownloads } from '../../report/index.ts';
import { Plot, renderFigure } from '../../report/plots/index.ts';
import { type Boards, scoringOf } from './boards.ts';
import { knownBoard } from './open-board.ts';
import { phaseBoard } from './phase-board.ts';

/** Of the phases that have begun. */
export async function boardsOf(boards: Boards, { board }: { board: string }): Promise<{ competition: Competition; found: Board[] }> {
  const { row, competition } = await knownBoard(scoringOf(boards), { board });
  const now = boards.app.now().toISOString();
  const found: Board[] = [];
  for (const [i, phase] of competition.phases.entries())
    if (hasBegun(phase, now)) found.push(await phaseBoard(boards, { board: row.id, phase: i + 1 }));
  return { competition, found };
}

export async function staticFiles(boards: Boards, { board }: { board: string }): Promise<Record<string, string>> {
  const { competition, found } = await boardsOf(boards, { board });
  const files = Object.fromEntries(staticPages({ competition, boards: found }).map((page) => [page.path, toHtml(page)]));
  return { ...files, 'boards.json': `${stableJson(found)}\n` };
}

export async function staticArchive(boards: Boards, query: { board: string }): Promise<Uint8Array> {
  return writeArchive(await staticFiles(boards, query));
}

function toHtml({ path, title, lead, tables, history = [], links }: StaticPage): string {
  const up = '../'.repeat(path.split('/').length - 1);
  const paragraphs = lead.map((line) => `<p>${isolateHtml(line)}</p>`);
  const list = links.map(({ text, path: to }) => {
    const outside = /^https?:\/\//.test(to);
    return `<li><a href="${escapeHtml(outside ? to : `${up}${to}`)}"${outside ? ' rel="noopener nofollow"' : ''}>${isolateHtml(text)}</a></li>`;
  });
  const name = path.replace(/\.html$/, '').replaceAll('/', '-');
  return renderPage({
    title,
    sections: [
      {
        id: 'board',
        title: 'Board',
        html: [...paragraphs, ...tables.map((table, i) => tableWithDownloads(table, `${name}-${i + 1}`))].join('\n'),
      },
      ...(history.length > 1 ? [{ id: 'history', title: 'History', html: historyFigure(history) }] : []),
      ...(list.length > 0 ? [{ id: 'pages', title: 'Pages', html: `<ul>${list.join('')}</ul>` }] : []),
    ],
  });
}

function historyFigure(history: readonly HistoryPoint[]): string {
  const points = history.map(({ at, value, leads }) => ({ at: new Date(at), value, leads }));
  return renderFigure({
    caption: 'Scores of the rows by the time of their submission; the line joins those that were the best.',
    options: {
      x: { type: 'utc', label: 'received' },
      y: { label: 'score', grid: true },
      marks: [
        Plot.line(
          points.filter(({ leads }) => leads),
          { x: 'at', y: 'value', curve: 'step-after' },
        ),
        Plot.dot(points, { x: 'at', y: 'value', fill: 'currentColor' }),
      ],
    },
  });
}
