/** Scores a submission on all items of its phase and on both parts, and computes its standing for ranking and the Ladder. */

import {
  type Benchmark,
  InputError,
  inTurns,
  type Measured,
  type PredictedText,
  type Scorer,
  type Scores,
  unknownName,
  version,
} from 'sensebench/internal/core';
import { parseWith, scoresSchema, sha256, stableJson } from 'sensebench/internal/files';
import { influenceRounds } from 'sensebench/internal/metrics';
import { z } from 'zod';
import type { PhaseItems } from './phase-items.ts';
import type { Phase } from './phases.ts';
import { readAnswer } from './read-answer.ts';

export const standingSchema = z.strictObject({
  /** null if the score is undefined. */
  value: z.number().nullable(),
  /** Whether the score is the mean of its items' values. */
  mean: z.boolean(),
  /** By item, in the order of the part; the sum is 0. null if it cannot be computed. */
  influence: z.array(z.number()).nullable(),
});

export type Standing = z.infer<typeof standingSchema>;

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

/** `measured`: the scorer's measurements on the items of one part. */
async function standingOf(
  measured: readonly Measured[],
  output: string,
  { seed = 17, signal }: { seed?: number; signal?: AbortSignal } = {},
): Promise<Standing> {
  const match = measured.find(({ outputs }) => outputs.includes(output));
  if (!match)
    throw unknownName(
      'score',
      output,
      measured.flatMap(({ outputs }) => outputs),
    );
  const score = (stats: readonly unknown[]) => ({ [output]: match.metric.score(stats, match.context)[output] ?? null });
  const value = score(match.stats)[output];
  const influence = (await inTurns(influenceRounds(match.stats, score, { seed }), signal))[output];
  return { value, mean: influence?.mean ?? false, influence: influence ? [...influence.ofItems] : null };
}

/**
 * A value per item such that their mean is the score: the items' own scores if the score is their mean, otherwise the pseudo-values of the
 * jackknife (Tukey 1958), the score plus n times the item's influence. null if there are none.
 */
export function itemValues({ value, influence }: Standing): Float64Array | null {
  if (value === null || influence === null) return null;
  return Float64Array.from(influence, (each) => value + each * influence.length);
}
