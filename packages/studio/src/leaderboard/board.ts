/** The board of a phase at a time, as data: rows of submissions with ranks, reference rows, and what papers published. */

import type { Benchmark, PublishedRow } from 'sensebench/internal/core';
import { printedAs } from 'sensebench/internal/metrics';
import { z } from 'zod';
import { gridOf } from './ladder.ts';
import type { PhaseItems } from './phase-items.ts';
import type { Phase } from './phases.ts';
import { hasEnded } from './phases.ts';
import { rankContenders, ranksOf } from './rank.ts';
import { itemsOfPart, PARTS, type Part, type ScoredSubmission, scoresOfPart } from './score-submission.ts';
import { directionOf, FEEDBACK, feedbackOf, type ShownScore, shownScores, stepOf, whyMissing } from './shown-scores.ts';
import type { Submission } from './submission.ts';
import { boardRows, type RowChoice } from './submission.ts';

const score = z.number().nullable();
const scores = z.record(z.string(), score).readonly();
const interval = z.tuple([z.number(), z.number()]);

export const boardRowSchema = z.object({
  kind: z.enum(['submission', 'reference']).describe('a reference (people, chance, a baseline) takes no rank'),
  id: z.string().describe('the id of the submission, or the name of the reference'),
  name: z.string(),
  account: z.string().optional().describe('absent while the phase is anonymous, and for references'),
  at: z.string().optional(),
  rank: score.describe('null for references, and for rows whose score is withheld while the phase runs'),
  value: score,
  missing: z.string().optional().describe('why there is no score'),
  interval: interval.optional(),
  rankInterval: interval.nullable().optional(),
  fromBest: z.object({ difference: score, interval: interval.nullable(), p: score, pHolm: score }).optional(),
  likeBest: z.boolean().nullable().optional().describe('true: not distinguishable from the best'),
  scores: scores.describe('empty while the Ladder limits the feedback, as are breakdowns and signatures'),
  breakdowns: z.record(z.string(), scores).readonly(),
  signatures: z.record(z.string(), z.string()).readonly(),
  attempts: z.number().optional().describe('scored submissions of this row, including withdrawn ones'),
  accountAttempts: z.number().optional().describe('scored submissions of the account in this phase, including withdrawn ones'),
  model: z.string().optional(),
  note: z.string().optional(),
  links: z.array(z.string()).readonly().optional(),
  parameters: z.string().optional(),
  scorer: z.string().optional().describe('the version of sensebench that scored it'),
});
export type BoardRow = z.infer<typeof boardRowSchema>;

const publishedSchema = z.object({
  system: z.string(),
  source: z.string(),
  split: z.string(),
  scores: z.record(z.string(), z.number()),
  sizes: z.record(z.string(), z.number()).readonly().optional(),
  note: z.string().optional(),
});

export const boardSchema = z.object({
  phase: z.string(),
  at: z.string(),
  feedback: z
    .enum(FEEDBACK)
    .describe('ladder: only scores above the account’s best so far; public: scores on the public part; final: the phase is over'),
  part: z.enum(PARTS),
  items: z.number(),
  grid: z.number().optional().describe('with feedback ladder: scores are rounded to multiples of this'),
  rank: z.string(),
  direction: z.enum(['higher', 'lower']),
  rows: z.array(boardRowSchema).readonly(),
  published: z.array(publishedSchema).readonly().describe('systems of papers, on the same data'),
  elsewhere: z.array(publishedSchema).readonly().describe('systems of papers, on other data: listed apart, not comparable'),
  resampling: z
    .object({
      ...{ unit: z.string(), units: z.number(), method: z.string(), resamples: z.number() },
      ...{ seed: z.union([z.number(), z.string()]), rankResamples: z.number() },
    })
    .optional(),
});
export type Board = z.infer<typeof boardSchema>;

/** A row that does not compete: people, chance, the majority, a baseline of the owner. */
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
  /** The sizes of the data, as the benchmark counts them: published rows with these sizes are about the same data. */
  sizes?: Readonly<Record<string, number>>;
  /** The units of each item, in order, by part; a missing part equals all items. */
  units: Readonly<Partial<Record<Part, readonly (readonly string[])[]>>>;
  unit?: string;
  /** The owner's view: scores on all items and names at any time. */
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
  const names = references.map((reference) => referenceRow(reference, { phase, part, feedback }));
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
  const ranksById = new Map(ranking.rows.map(({ id, value: _value, ...own }) => [id, own]));
  const ranked = rows.map((row) => ({ ...row, ...ranksById.get(row.id) }));
  return {
    ...shared,
    items,
    rows: inOrder([...ranked, ...names], direction),
    published: same,
    elsewhere: other,
    resampling: { ...ranking.resampling, rankResamples: ranking.rankResamples },
  };
}

/** The units of the items of each part, for `makeBoard`. */
export function boardUnits(items: PhaseItems, units: Benchmark['units']): BoardInput['units'] {
  const of = (part: Part) => itemsOfPart(items, part).map((item) => units?.(item) ?? []);
  const whole = items.parts.public.length === items.scored.length;
  return { all: of('all'), ...(whole ? {} : { public: of('public'), private: of('private') }) };
}

/** The factor by which the ranking score is displayed (100 for fractions). */
export function scaleOf({ rank }: Pick<Phase, 'rank'>): number {
  return printedAs(rank).scale;
}

interface RowOptions {
  phase: Phase;
  part: Part;
  feedback: Board['feedback'];
  hidden: boolean;
  number: number;
  shown: ReadonlyMap<string, ShownScore>;
  scores: BoardInput['scores'];
}

function submissionRow(
  { submission, attempts, accountAttempts }: RowChoice,
  { phase, part, feedback, hidden, number, shown, scores }: RowOptions,
): BoardRow {
  const scored = scores.get(submission.id);
  const partScores = scoresOfPart(scored, { part, phase });
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
    ...(feedback === 'ladder' ? NOTHING : scoresOf(partScores, phase)),
    attempts,
    accountAttempts,
    ...(hidden ? {} : { account, ...definedOnly({ model, note, links, parameters }) }),
    ...(scored ? { scorer: scored.scorer } : {}),
  };
}

const NOTHING = { scores: {}, breakdowns: {}, signatures: {} };

function referenceRow(
  { name, note, scored }: ReferenceRow,
  { phase, part, feedback }: { phase: Phase; part: Part; feedback: Board['feedback'] },
): BoardRow {
  const partScores = scoresOfPart(scored, { part, phase });
  const value = partScores?.standing.value ?? null;
  return {
    kind: 'reference',
    id: name,
    name,
    rank: null,
    value,
    ...(value === null ? { missing: whyMissing(phase, partScores !== undefined) } : {}),
    ...(feedback === 'ladder' ? NOTHING : scoresOf(partScores, phase)),
    ...definedOnly({ note }),
    scorer: scored.scorer,
  };
}

/** The scores of a row, and its breakdowns by the ranking score. */
function scoresOf(
  partScores: ReturnType<typeof scoresOfPart>,
  phase: Phase,
): Pick<BoardRow, 'scores' | 'breakdowns' | 'signatures' | 'interval'> {
  if (!partScores) return NOTHING;
  const interval = partScores.intervals?.[phase.rank];
  return {
    scores: byName(partScores.corpus),
    signatures: byName(partScores.signatures),
    ...(interval ? { interval } : {}),
    breakdowns: byName(
      Object.fromEntries(
        phase.breakdowns.flatMap((name) => {
          const groups = partScores.breakdowns?.[name];
          return groups
            ? [
                [
                  name,
                  byName(Object.fromEntries(Object.entries(groups).map(([group, ofGroup]) => [group, ofGroup.corpus[phase.rank] ?? null]))),
                ],
              ]
            : [];
        }),
      ),
    ),
  };
}

/** Sorted, because databases and bundles may return fields in a different order. */
function byName<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function definedOnly<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** By score, missing ones last; submissions come before reference rows with the same score. */
function inOrder(rows: readonly BoardRow[], direction: 'higher' | 'lower'): BoardRow[] {
  const sign = direction === 'higher' ? -1 : 1;
  const key = ({ value }: BoardRow) => (value === null ? Number.POSITIVE_INFINITY : sign * value);
  return [...rows].sort(
    (a, b) => (key(a) === key(b) ? 0 : key(a) - key(b)) || (a.kind < b.kind ? 1 : a.kind > b.kind ? -1 : 0) || (a.id < b.id ? -1 : 1),
  );
}

/** Sizes describe the whole data, so scores on a part are never comparable. */
function comparable(
  rows: readonly PublishedRow[],
  { sizes, rank, whole }: { sizes?: Readonly<Record<string, number>>; rank: string; whole: boolean },
) {
  const shown = rows.filter(({ scores }) => rank in scores);
  const isSame = ({ sizes: rowSizes }: PublishedRow) =>
    whole && rowSizes !== undefined && Object.entries(rowSizes).every(([name, size]) => sizes?.[name] === size);
  return { same: shown.filter(isSame), other: shown.filter((row) => !isSame(row)) };
}
