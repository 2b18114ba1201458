/** Pairs by the model of contrast: partners by slot, those that are likely enough, and of these a varied choice. */

import { defineStreamStep, type ShardReader, type ShardReaders, type StepTools } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { writtenSimilarity } from '../../../build/pairs/index.ts';
import { inShards, readRows, type StreamedResult } from '../../../build/steps/index.ts';
import { createTextNumbers } from '../../../files/index.ts';
import type { Context, Statement } from '../../../statements/index.ts';
import { type ContrastModel, loadContrastModel, type PairScore, QUALITIES, type Quality } from '../contrast/contrast-model.ts';
import { type DescribedStatement, dot } from '../contrast/pair-features.ts';
import { type StatementFacts, TEXTS } from '../contrast/statement-facts.ts';
import { type Choice, choosePairs } from './choose-pairs.ts';
import { maskKeywords } from './mask-keywords.ts';
import { judgePair, type PairRulesOptions, prepareStatement } from './pair-rules.ts';
import { type MinedPair, type Partners, packPairs } from './pair-table.ts';
import { proposePartners } from './propose-partners.ts';

interface ModelInput {
  statements: Statement;
  facts: StatementFacts;
}

const modelOptions = z.object({
  precision: z.number(),
  quality: z.enum(QUALITIES),
  sharedEntities: z.enum(['context', 'all']),
  sharedContext: z.boolean(),
  contexts: z.enum(['same', 'any']),
  maxPartners: z.number(),
  seed: z.number(),
});
type ModelOptions = z.infer<typeof modelOptions>;

/** Facts of the step: what the model expects of the pairs that are left. */
export const expectedQualitySchema = z.object({
  proposed: z.number(),
  /** Mean probabilities of the chosen pairs. */
  expected: z.object({ valid: z.number(), good: z.number() }),
  refused: z.record(z.string(), z.number()),
});
export type ExpectedQuality = z.infer<typeof expectedQualitySchema>;

/** Partners that each way of proposing gives to a statement. */
const PROPOSED = 40;
/** Pairs below are not kept, whatever precision is asked for. */
const LEAST_CHANCE = 0.3;
const VARIETY = { maxFrame: 12, predicateShare: 0.1 } as const;

/** Rows are the partners of statements. A proposed pair that is left out is dropped with the feature that lowers its probability most. */
export const modelPairsStep = defineStreamStep({
  name: 'choose',
  version: 1,
  options: modelOptions,
  over: 'stream',
  run: (input: ShardReaders<ModelInput>, options: ModelOptions, tools) => inShards(modelPairs(input, options, tools)),
});

interface Scored extends Choice {
  scores: PairScore;
  context: Context | null;
}

async function* modelPairs(
  input: ShardReaders<ModelInput>,
  options: ModelOptions,
  tools: StepTools,
): AsyncGenerator<StreamedResult<Partners>> {
  const model = loadContrastModel();
  const described = await describeAll(input.facts, model);
  const statements: Statement[] = [];
  for await (const statement of readRows(input.statements)) statements.push(statement);
  const proposed = proposePartners(described, { partners: PROPOSED, seed: options.seed });
  const { kept, dropped, refused } = scoreAll(proposed, { statements, described, model, options, tools });
  const [frames, predicates] = [createTextNumbers(), createTextNumbers()];
  const frameOf = statements.map(({ text, keywords = [] }) => frames.add(maskKeywords(text, keywords)));
  const predicateOf = described.map(({ facts: { frame } }) => predicates.add(`${frame.verb} ${frame.shape}`));
  const { chosen, full } = choosePairs(kept, {
    maxPartners: options.maxPartners,
    ...VARIETY,
    frameOf: (place) => frameOf[place],
    predicateOf: (place) => predicateOf[place],
  });
  const inOrder = (chosen as Scored[]).sort((a, b) => a.first - b.first || a.second - b.second);
  for (const row of packPairs(inOrder.map((pair) => minedPair(pair, described)))) yield { row };
  const idsOf = ({ first, second }: Choice) => [statements[first].id, statements[second].id];
  for (const pair of dropped) {
    const value = model.weakness(described[pair.first], described[pair.second], options.quality);
    yield {
      drop: {
        step: 'choose',
        rule: `not likely enough to be ${options.quality}`,
        ids: idsOf(pair),
        value: `${value} (${pair.chance.toFixed(2)})`,
        limit: options.precision,
      },
    };
  }
  for (const pair of full)
    yield {
      drop: { step: 'choose', rule: 'statement, frame or predicate used often enough', ids: idsOf(pair), value: pair.chance.toFixed(2) },
    };
  const paired = new Set(chosen.flatMap(({ first, second }) => [first, second]));
  for (const [place, { id, text }] of statements.entries())
    if (!paired.has(place)) yield { drop: { step: 'choose', rule: 'no partner is likely enough', ids: [id], text } };
  yield {
    facts: {
      proposed: proposed.reduce((sum, others) => sum + others.length, 0),
      expected: meanScores(inOrder),
      refused,
    } satisfies ExpectedQuality,
  };
}

export async function describeAll(facts: ShardReader<StatementFacts>, model: ContrastModel): Promise<DescribedStatement[]> {
  const described: DescribedStatement[] = [];
  for (const place of facts.sizes.keys()) {
    const { rows, vectors } = await facts.read(place);
    if (!vectors) continue;
    const width = vectors.length / rows.length;
    const dimensions = width / TEXTS.length;
    for (const [i, row] of rows.entries()) {
      const form = (name: (typeof TEXTS)[number]) => {
        const at = i * width + TEXTS.indexOf(name) * dimensions;
        return vectors.subarray(at, at + dimensions);
      };
      described.push(
        model.describe(row, { whole: form('whole'), masked: form('masked'), placeless: form('placeless'), situation: form('situation') }),
      );
    }
  }
  return described;
}

interface ScoreWorld {
  statements: readonly Statement[];
  described: readonly DescribedStatement[];
  model: ContrastModel;
  options: PairRulesOptions & Pick<ModelOptions, 'precision' | 'quality'>;
  tools: Pick<StepTools, 'progress' | 'signal'>;
}

/** Each statement's best pair that is not likely enough is kept for the ledger. */
function scoreAll(
  proposed: readonly Int32Array[],
  { statements, described, model, options, tools }: ScoreWorld,
): { kept: Scored[]; dropped: Scored[]; refused: Record<string, number> } {
  const prepared = statements.map((statement) => prepareStatement(statement, options));
  const likely: Scored[] = [];
  const best = new Map<number, Scored>();
  const refused: Record<string, number> = { 'contexts differ': 0, 'shared entity': 0, 'one statement contains the other': 0 };
  const rule = `not likely enough to be ${options.quality}`;
  refused[rule] = 0;
  const refuse = (pair: Scored) => {
    refused[rule]++;
    for (const place of [pair.first, pair.second]) if (pair.chance > (best.get(place)?.chance ?? 0)) best.set(place, pair);
  };
  for (const [first, others] of proposed.entries()) {
    if (first % 1000 === 0) {
      tools.signal.throwIfAborted();
      tools.progress(first);
    }
    for (const second of others) {
      const verdict = judgePair(prepared[first], prepared[second], options);
      if ('rule' in verdict) {
        refused[verdict.rule]++;
        continue;
      }
      const scores = model.score(described[first], described[second]);
      const pair: Scored = { first, second, chance: scores[options.quality], scores, context: verdict.context };
      if (pair.chance >= LEAST_CHANCE) likely.push(pair);
      else refuse(pair);
    }
  }
  // The likeliest pairs are kept as long as the share that is expected of all of them stays high enough.
  likely.sort((a, b) => b.chance - a.chance);
  let sum = 0;
  let count = 0;
  while (count < likely.length && sum + likely[count].chance >= options.precision * (count + 1)) sum += likely[count++].chance;
  const kept = likely.slice(0, count).sort((a, b) => a.first - b.first || a.second - b.second);
  for (const pair of likely.slice(count)) refuse(pair);
  return { kept, dropped: [...new Set(best.values())], refused };
}

function minedPair({ first, second, chance, context }: Scored, described: readonly DescribedStatement[]): MinedPair {
  const similarity = writtenSimilarity(dot(described[first].vectors.masked, described[second].vectors.masked));
  return { first, second, similarity, context, contrast: Math.floor(100 * chance) / 100 };
}

function meanScores(pairs: readonly Scored[]): PairScore {
  const mean = (quality: Quality) => pairs.reduce((sum, { scores }) => sum + scores[quality], 0) / Math.max(1, pairs.length);
  return { valid: mean('valid'), good: mean('good') };
}
