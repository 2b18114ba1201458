/** The board of a phase at a time, as data: rows of submissions with ranks, reference rows, and what papers published. */
import type { Benchmark, PublishedRow } from '../core/index.ts';
import type { PairedResampling } from '../metrics/index.ts';
import { printedAs } from '../metrics/index.ts';
import { gridOf } from './ladder.ts';
import type { PhaseItems } from './phase-items.ts';
import type { Phase } from './phases.ts';
import { hasEnded } from './phases.ts';
import { type RankedContender, rankContenders, ranksOf } from './rank.ts';
import { itemsOfPart, type Part, type ScoredSubmission, scoresOfPart } from './score-submission.ts';
import { directionOf, type Feedback, feedbackOf, type ShownScore, shownScores, stepOf, whyMissing } from './shown-scores.ts';
import type { Submission } from './submission.ts';
import { boardRows, type RowChoice } from './submission.ts';

export interface BoardRow {
  kind: 'submission' | 'reference';
  /** Of the submission; for a reference row its name. */
  id: string;
  name: string;
  /** Absent while the phase is anonymous, and for reference rows. */
  account?: string;
  at?: string;
  /** null for reference rows, which take no rank, and for rows whose score is withheld while the phase runs. */
  rank: number | null;
  value: number | null;
  /** Why there is no score. */
  missing?: string;
  interval?: [number, number];
  rankInterval?: [number, number] | null;
  fromBest?: RankedContender['fromBest'];
  likeBest?: boolean | null;
  /** Only where scores are not fed back by the Ladder. */
  scores: Readonly<Record<string, number | null>>;
  breakdowns: Readonly<Record<string, Readonly<Record<string, number | null>>>>;
  signatures: Readonly<Record<string, string>>;
  /** Scored submissions behind the row, and of the whole account; withdrawn ones too. */
  attempts?: number;
  accountAttempts?: number;
  model?: string;
  note?: string;
  links?: readonly string[];
  parameters?: string;
  /** The version that scored it. */
  scorer?: string;
}

export interface Board {
  phase: string;
  at: string;
  feedback: Feedback;
  part: Part;
  items: number;
  /** While the Ladder limits what is shown: scores are rounded to multiples of this. */
  grid?: number;
  rank: string;
  direction: 'higher' | 'lower';
  rows: readonly BoardRow[];
  /** Of papers, on data of the same sizes. */
  published: readonly PublishedRow[];
  /** Of papers, on other data: not comparable. */
  elsewhere: readonly PublishedRow[];
  resampling?: PairedResampling & { rankResamples: number };
}

/** A row that is no competitor: people, chance, the majority, a baseline of the owner. */
export interface ReferenceRow {
  name: string;
  note?: string;
  scored: ScoredSubmission;
}

export interface BoardInput {
  phase: Phase;
  at: string;
  /** In the order of receipt. */
  submissions: readonly Submission[];
  scores: ReadonlyMap<string, ScoredSubmission>;
  references?: readonly ReferenceRow[];
  published?: readonly PublishedRow[];
  /** Of the data, as the benchmark counts them: a paper's row with these sizes is of the same data. */
  sizes?: Readonly<Record<string, number>>;
  /** The units of the items of each part, in their order; a part that is left out equals all. */
  units: Readonly<Partial<Record<Part, readonly (readonly string[])[]>>>;
  unit?: string;
  /** The owner's view: scores of all items at any time, names too. */
  owner?: boolean;
}

export async function makeBoard(input: BoardInput): Promise<Board> {
  const { phase, at, references = [], published = [], sizes, units, unit, owner = false } = input;
  const over = hasEnded(phase, at) || owner;
  const feedback = feedbackOf(phase, { over });
  const part: Part = over ? (phase.final === 'private' && units.private ? 'private' : 'all') : units.public ? 'public' : 'all';
  const direction = directionOf(phase);
  const choices = boardRows(input);
  const hidden = phase.anonymous && !over;
  const shown = shownScores({ ...input, feedback });
  const rows = choices.map((choice, i) =>
    submissionRow(choice, { phase, part, feedback, hidden, number: i + 1, shown, scores: input.scores }),
  );
  const names = references.map((own) => referenceRow(own, { phase, part, feedback }));
  const shared = { phase: phase.name, at, feedback, part, rank: phase.rank, direction } as const;
  const items = (units[part] ?? units.all ?? []).length;
  const { same, other } = comparable(published, { sizes, rank: phase.rank, whole: part === 'all' });
  if (feedback === 'ladder') {
    const ranks = ranksOf(rows.map(({ value }) => (value === null ? null : direction === 'higher' ? value : -value)));
    const ranked = rows.map((row, i) => ({ ...row, rank: row.value === null ? null : ranks[i] }));
    const grid = gridOf({ ...stepOf(phase), items });
    return { ...shared, items, grid, rows: inOrder([...ranked, ...names], direction), published: same, elsewhere: other };
  }
  const ranking = await rankContenders(
    choices.map(({ submission }) => ({
      id: submission.id,
      standing: scoresOfPart(input.scores.get(submission.id), { part, phase })?.standing ?? { value: null, mean: false, influence: null },
    })),
    { direction, units: units[part] ?? units.all ?? [], unit },
  );
  const found = new Map(ranking.rows.map(({ id, value: _value, ...own }) => [id, own]));
  const ranked = rows.map((row) => ({ ...row, ...found.get(row.id) }));
  return {
    ...shared,
    items,
    rows: inOrder([...ranked, ...names], direction),
    published: same,
    elsewhere: other,
    resampling: { ...ranking.resampling, rankResamples: ranking.rankResamples },
  };
}

/** `units` of a board: what the items of each part share. */
export function boardUnits(items: PhaseItems, units: Benchmark['units']): BoardInput['units'] {
  const of = (part: Part) => itemsOfPart(items, part).map((item) => units?.(item) ?? []);
  const whole = items.parts.public.length === items.scored.length;
  return { all: of('all'), ...(whole ? {} : { public: of('public'), private: of('private') }) };
}

/** By how much people multiply the score that ranks (100 for fractions). */
export function scaleOf({ rank }: Pick<Phase, 'rank'>): number {
  return printedAs(rank).scale;
}

interface RowOptions {
  phase: Phase;
  part: Part;
  feedback: Feedback;
  hidden: boolean;
  number: number;
  shown: ReadonlyMap<string, ShownScore>;
  scores: BoardInput['scores'];
}

function submissionRow(
  { submission, attempts, accountAttempts }: RowChoice,
  { phase, part, feedback, hidden, number, shown, scores }: RowOptions,
): BoardRow {
  const own = scores.get(submission.id);
  const found = scoresOfPart(own, { part, phase });
  const { id, row, account, at, model, note, links, parameters } = submission;
  const { value, missing }: ShownScore = shown.get(id) ?? { value: null };
  return {
    kind: 'submission',
    id,
    name: hidden ? `Anonymous ${number}` : row,
    at,
    rank: null,
    value,
    ...(missing === undefined ? {} : { missing }),
    ...(feedback === 'ladder' ? NOTHING : scoresOf(found, phase)),
    attempts,
    accountAttempts,
    ...(hidden ? {} : { account, ...given({ model, note, links, parameters }) }),
    ...(own ? { scorer: own.scorer } : {}),
  };
}

const NOTHING = { scores: {}, breakdowns: {}, signatures: {} };

function referenceRow(
  { name, note, scored }: ReferenceRow,
  { phase, part, feedback }: { phase: Phase; part: Part; feedback: Board['feedback'] },
): BoardRow {
  const found = scoresOfPart(scored, { part, phase });
  const value = found?.standing.value ?? null;
  return {
    kind: 'reference',
    id: name,
    name,
    rank: null,
    value,
    ...(value === null ? { missing: whyMissing(phase, found !== undefined) } : {}),
    ...(feedback === 'ladder' ? NOTHING : scoresOf(found, phase)),
    ...given({ note }),
    scorer: scored.scorer,
  };
}

/** Scores, and those of the phase's breakdowns by the score that ranks. */
function scoresOf(
  found: ReturnType<typeof scoresOfPart>,
  phase: Phase,
): Pick<BoardRow, 'scores' | 'breakdowns' | 'signatures' | 'interval'> {
  if (!found) return NOTHING;
  const interval = found.intervals?.[phase.rank];
  return {
    scores: byName(found.corpus),
    signatures: byName(found.signatures),
    ...(interval ? { interval } : {}),
    breakdowns: byName(
      Object.fromEntries(
        phase.breakdowns.flatMap((name) => {
          const groups = found.breakdowns?.[name];
          return groups
            ? [[name, byName(Object.fromEntries(Object.entries(groups).map(([group, own]) => [group, own.corpus[phase.rank] ?? null])))]]
            : [];
        }),
      ),
    ),
  };
}

/** A database or a bundle may give the fields in another order: the board's order is its own. */
function byName<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** By score; missing ones last, submissions before reference rows of the same score. */
function inOrder(rows: readonly BoardRow[], direction: 'higher' | 'lower'): BoardRow[] {
  const sign = direction === 'higher' ? -1 : 1;
  const key = ({ value }: BoardRow) => (value === null ? Number.POSITIVE_INFINITY : sign * value);
  return [...rows].sort(
    (a, b) => (key(a) === key(b) ? 0 : key(a) - key(b)) || (a.kind < b.kind ? 1 : a.kind > b.kind ? -1 : 0) || (a.id < b.id ? -1 : 1),
  );
}

/** The sizes are those of the whole data: a part of it is other data. */
function comparable(
  rows: readonly PublishedRow[],
  { sizes, rank, whole }: { sizes?: Readonly<Record<string, number>>; rank: string; whole: boolean },
) {
  const shown = rows.filter(({ scores }) => rank in scores);
  const isSame = ({ sizes: own }: PublishedRow) =>
    whole && own !== undefined && Object.entries(own).every(([name, size]) => sizes?.[name] === size);
  return { same: shown.filter(isSame), other: shown.filter((row) => !isSame(row)) };
}
