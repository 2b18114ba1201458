/** The pages of a static site: an index, and a page for each phase and each shown submission. They do not depend on the clock. */
import type { Table } from 'sensebench/internal/core';
import type { Board, BoardRow } from './board.ts';
import { boardHistory, type HistoryPoint } from './board-changes.ts';
import { boardTables, LADDER_IN_WORDS } from './board-tables.ts';
import type { Competition, Phase } from './phases.ts';

export interface StaticPage {
  /** A relative path without characters that need escaping, like `phases/1.html`. */
  path: string;
  title: string;
  /** Paragraphs of plain text, not yet escaped. */
  lead: readonly string[];
  tables: readonly Table[];
  /** Points of a plot. */
  history?: readonly HistoryPoint[];
  links: readonly { text: string; path: string }[];
}

export interface StaticInput {
  competition: Competition;
  /** One per phase that has begun. */
  boards: readonly Board[];
  /** The SHA-256 of bundle.json, if there is one, for comparison. */
  digest?: string;
}

export function staticPages({ competition, boards, digest }: StaticInput): StaticPage[] {
  const { title, about, phases } = competition;
  const pages = phases.flatMap((phase, i) => {
    const board = boards.find((each) => each.phase === phase.name);
    return board ? [{ phase, board, path: `phases/${i + 1}.html` }] : [];
  });
  const index: StaticPage = {
    path: 'index.html',
    title,
    lead: [...(about ? [about] : []), ...(digest ? [`SHA-256 of bundle.json: ${digest}`] : [])],
    tables: [phasesTable(phases)],
    links: pages.map(({ phase, path }) => ({ text: phase.name, path })),
  };
  return [
    index,
    ...pages.map(({ phase, board, path }): StaticPage => {
      const rows = board.rows.filter(({ kind }) => kind === 'submission');
      return {
        path,
        title: `${title}: ${phase.name}`,
        lead: leadOf(phase, board),
        tables: boardTables(board),
        history: boardHistory(board),
        links: rows.map(({ id, name }) => ({ text: name, path: submissionPath(id) })),
      };
    }),
    ...pages.flatMap(({ phase, board }) =>
      board.rows.filter(({ kind }) => kind === 'submission').map((row) => submissionPage(row, { title, phase, board })),
    ),
  ];
}

function submissionPath(id: string): string {
  return `submissions/${id}.html`;
}

function phasesTable(phases: readonly Phase[]): Table {
  return {
    caption: 'Phases',
    columns: [
      { key: 'name', label: 'Phase' },
      { key: 'start', label: 'Start' },
      { key: 'end', label: 'End' },
      { key: 'rank', label: 'Ranked by' },
    ],
    rows: phases.map(({ name, start, end = '', rank }) => ({ name, start, end, rank })),
  };
}

function leadOf({ rank }: Phase, { resampling, feedback, direction }: Board): string[] {
  const ranked = `Ranked by ${rank}, the ${direction === 'higher' ? 'highest' : 'lowest'} first.`;
  if (feedback === 'ladder') return [ranked, `The phase is running: scores are rounded and have no intervals. ${LADDER_IN_WORDS}`];
  return [
    ranked,
    ...(resampling
      ? [
          `Rows like the best do not differ significantly from it in paired tests (${resampling.method}, ${resampling.units} ${resampling.unit}s, Holm's correction, 5%).`,
        ]
      : []),
  ];
}

function submissionPage(row: BoardRow, { title, phase, board }: { title: string; phase: Phase; board: Board }): StaticPage {
  const facts: [string, string | undefined][] = [
    ['Received', row.at],
    ['Model', row.model],
    ['Parameters', row.parameters],
    ['Note', row.note],
    ['Scored by sensebench', row.scorer],
    ['Missing', row.missing],
  ];
  const [table] = boardTables({ ...board, rows: [row], published: [], elsewhere: [] });
  return {
    path: submissionPath(row.id),
    title: `${title}: ${row.name}`,
    lead: facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])),
    tables: [
      table,
      {
        caption: 'How the scores were computed',
        columns: [
          { key: 'score', label: 'Score' },
          { key: 'signature', label: 'Signature' },
        ],
        rows: Object.entries(row.signatures).map(([score, signature]) => ({ score, signature })),
      },
    ],
    links: [{ text: phase.name, path: 'index.html' }, ...(row.links ?? []).map((path) => ({ text: path, path }))],
  };
}
