/** What can be downloaded from a competition: the starter kit of a phase, and its boards as a static site. */

import { stableJson, writeArchive } from 'sensebench/internal/files';
import { escapeHtml, isolateHtml, renderPage, tableWithDownloads } from 'sensebench/internal/report';
import { Plot, renderFigure } from 'sensebench/internal/report/plots';
import {
  type Board,
  type Competition,
  type HistoryPoint,
  hasBegun,
  type StaticPage,
  starterKit,
  staticPages,
} from '../../leaderboard/index.ts';
import { StoreRefusal } from '../store/refusal.ts';
import { pageTask } from '../tasks/task.ts';
import { type Boards, knownBoard, openBoard, phaseOf, scoringOf } from './open-board.ts';
import { phaseBoard } from './phase-board.ts';
import { baseline, possibleReferences } from './references.ts';

/** Before a phase starts its data is not public, because it may contain answers of a phase that is still running. */
async function boardKit(
  boards: Boards,
  { board, phase: number, owner }: { board: string; phase: number; owner: boolean },
): Promise<{ zip: Uint8Array; name: string }> {
  const openedBoard = await openBoard(scoringOf(boards), { board });
  const { phase, index } = phaseOf(openedBoard, number);
  if (!owner && !hasBegun(phase, boards.app.now().toISOString()))
    throw new StoreRefusal('missing', `the phase "${phase.name}" begins at ${phase.start}`);
  const { competition, gold, benchmark } = openedBoard;
  const items = openedBoard.items[index];
  const zip = await boards.computed.get(`kit/${board}/${number}`, `${openedBoard.row.version}/${openedBoard.scoring.number}`, async () => {
    const possible = await possibleReferences(gold, items);
    const baselines: Record<string, Awaited<ReturnType<typeof baseline>>> = {};
    for (const kind of ['random', 'majority'] as const)
      if (possible.includes(kind)) baselines[kind] = await baseline(kind, { app: boards.app, gold, items });
    return starterKit({ competition, phase, items, benchmark, baselines }).zip;
  });
  return { zip, name: `starter-kit-${number}.zip` };
}

export const kitTask = pageTask('kit', boardKit);

/** The public boards of all phases that have begun. */
export async function boardsOf(boards: Boards, { board }: { board: string }): Promise<{ competition: Competition; found: Board[] }> {
  const { row, competition } = await knownBoard(scoringOf(boards), { board });
  const now = boards.app.now().toISOString();
  const publicBoards: Board[] = [];
  for (const [i, phase] of competition.phases.entries())
    if (hasBegun(phase, now)) publicBoards.push(await phaseBoard(boards, { board: row.id, phase: i + 1 }));
  return { competition, found: publicBoards };
}

export async function staticFiles(boards: Boards, { board }: { board: string }): Promise<Record<string, string>> {
  const { competition, found } = await boardsOf(boards, { board });
  const files = Object.fromEntries(staticPages({ competition, boards: found }).map((page) => [page.path, toHtml(page)]));
  return { ...files, 'boards.json': `${stableJson(found)}\n` };
}

async function staticArchive(boards: Boards, query: { board: string }): Promise<Uint8Array> {
  return writeArchive(await staticFiles(boards, query));
}

export const staticTask = pageTask('static', staticArchive);

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
