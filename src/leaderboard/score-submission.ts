/** Scores a submission on all items of its phase and on both parts, including the data needed for ranking and the Ladder. */
import { z } from 'zod';
import { type Benchmark, InputError, type PredictedText, type Scorer, type Scores, version } from '../core/index.ts';
import { parseWith, scoresSchema, sha256, stableJson } from '../files/index.ts';
import type { PhaseItems } from './phase-items.ts';
import type { Phase } from './phases.ts';
import { readAnswer } from './read-answer.ts';
import { standingOf, standingSchema } from './standing.ts';

export const PARTS = ['all', 'public', 'private'] as const;
export type Part = (typeof PARTS)[number];

/** Scores of a part, without those of single items. */
const partSchema = scoresSchema.omit({ perItem: true }).extend({ standing: standingSchema });

export const scoredSchema = z.strictObject({
  submission: z.string().min(1),
  /** The version of sensebench that scored it. */
  scorer: z.string(),
  /** The SHA-256 of the labels that it was scored with. */
  labels: z.string(),
  /** A part that is empty or equals all items is omitted. */
  parts: z.partialRecord(z.enum(PARTS), partSchema),
});

export type ScoredPart = z.infer<typeof partSchema>;
export type ScoredSubmission = z.infer<typeof scoredSchema>;

export interface ScoreSubmissionOptions {
  phase: Pick<Phase, 'rank'>;
  items: PhaseItems;
  benchmark: Benchmark;
  /** With the phase's metrics. */
  scorer: Scorer;
  intervals?: { seed?: number };
  signal?: AbortSignal;
}

/** Each part is scored separately, as `sensebench score` would score a file of these items: corpus-dependent scores (CIDEr) are those of the part. */
export async function scoreSubmission(
  { id, predictions }: { id: string; predictions: readonly { id: string; prediction: PredictedText }[] },
  { phase, items, benchmark, scorer, intervals = { seed: 17 }, signal }: ScoreSubmissionOptions,
): Promise<ScoredSubmission> {
  const texts = new Map(predictions.map((line) => [line.id, line.prediction]));
  const parts: ScoredSubmission['parts'] = {};
  for (const part of PARTS) {
    const chosen = itemsOfPart(items, part);
    if (chosen.length === 0 || (part !== 'all' && chosen.length === items.scored.length)) continue;
    const answers = chosen.map((item) => {
      const text = texts.get(item.id);
      if (text === undefined) throw new InputError(`no prediction for "${item.id}"`);
      return readAnswer(text, item, benchmark) ?? '';
    });
    const { scores, measured } = await scorer.measure({ items: chosen, predictions: answers, benchmark, intervals, signal });
    parts[part] = { ...withoutItems(scores), standing: await standingOf(measured, phase.rank, { signal }) };
  }
  // As stored in files: without undefined fields, so that a replay from a bundle gives the same value.
  return parseWith(scoredSchema, JSON.parse(JSON.stringify({ submission: id, scorer: version, labels: labelsHash(items), parts })));
}

export function itemsOfPart({ scored, parts }: PhaseItems, part: Part): PhaseItems['scored'] {
  if (part === 'all') return scored;
  const ids = new Set(parts[part]);
  return scored.filter(({ id }) => ids.has(id));
}

/** A hash of the answers that a phase scores with, in the order of the items. */
export function labelsHash({ scored }: Pick<PhaseItems, 'scored'>): string {
  return sha256(stableJson(scored.map(({ id, references }) => [id, references])));
}

/** The scores of a part. An omitted part equals all items, except the public part of a phase without one. */
export function scoresOfPart(
  scored: ScoredSubmission | undefined,
  { part, phase }: { part: Part; phase: Pick<Phase, 'public'> },
): ScoredPart | undefined {
  if (part === 'public' && phase.public.share === 0) return undefined;
  return scored?.parts[part] ?? scored?.parts.all;
}

function withoutItems({ perItem: _perItem, ...scores }: Scores): Omit<Scores, 'perItem'> {
  return scores;
}
