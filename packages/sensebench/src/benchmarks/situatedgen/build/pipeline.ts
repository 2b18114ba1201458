/** The build of SituatedGen (Zhang and Wan 2023, section 4): convert, analyse, context, keywords, mask, embed, mine, contrast, split. */

import { InputError, type Keys, type LedgerRow } from '@sensebench/metrics/internal/core';
import { collect, collectVectors, type StepRunner } from '../../../build/steps/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { counterOf, hashSource, type SourceSpec, streamSources } from '../../../statements/sources/index.ts';
import { type ContextCounts, countContextsOf } from '../context-counts.ts';
import type { Quality } from '../contrast/contrast-model.ts';
import type { Frame } from '../pairs/frame.ts';
import type { StrictRule } from '../pairs/strict-rules.ts';
import { readExampleFiles } from '../read-examples.ts';
import { sentenceKeywords } from '../row.ts';
import type { AnalysedStatement } from './analyse-texts.ts';
import { type EmbeddingsOption, type Vectors, vectorsOf } from './embed-texts.ts';
import { expectedCosts } from './expected-costs.ts';
import { maskKeywords } from './mask-keywords.ts';
import { type ExpectedQuality, expectedQualitySchema } from './model-pairs.ts';
import { collectPairs, type MinedPair, type PairTable, type Partners, unpackPairs } from './pair-table.ts';
import { SPLITS, type Split, type SplitResult } from './split-pairs.ts';
import { openStatements, type StatementFile } from './statement-file.ts';
import * as steps from './steps.ts';

export interface PipelineOptions {
  /** `model` and `deep` are ours: linear, or linear and deep together. */
  entities: 'given' | 'model' | 'deep' | OnnxEntities;
  /** The model that the user named writes the statements; default: the rules do. */
  converter?: true;
  keywordsFrom: readonly string[];
  threshold: number;
  minKeywords: number;
  maxKeywords: number;
  minConfidence: number;
  maxCharacters: number;
  contexts: 'same' | 'any';
  sharedEntities: 'context' | 'all';
  mining: 'exhaustive' | 'paraphrase-mining';
  /** The rules of the paper, the strict ones besides, or partners by slot that the model of contrast judges. */
  pairs: 'paper' | 'strict' | 'model';
  /** With `model`: the least probability of a pair, and of what. */
  precision?: number;
  quality?: Quality;
  /** With `model`: most statements that the model of `--complete` writes partners for. */
  complete?: number;
  /** Strict rules that are not asked. */
  withoutRules: readonly StrictRule[];
  sharedContext: boolean;
  /** Most examples of a split. */
  top?: number;
  /** `strict` drops pairs that break section 3.1; default: they are counted. */
  definition?: 'strict';
  mergeDuplicates?: number;
  maxPartners?: number;
  /** The most similar partners that a statement keeps. */
  bestPartners?: number;
  ratios: readonly [number, number, number];
  /** Vectors in 8-bit arithmetic; default: in single precision. */
  embeddings?: 'int8';
  seed: number;
}

/** Entities that the ONNX model in this folder finds. */
export interface OnnxEntities {
  onnx: string;
}

export interface PipelineTools {
  runner: StepRunner;
  /** Tags and trees of the deep model. */
  deep: boolean;
}

export interface Pipeline {
  /** Hashes of the sources, by the name they were given under. */
  sources: Record<string, string>;
  /** The statements that reached mining. */
  statements: StatementFile;
  /** Pairs before each statement's were limited; similar pairs that a rule refused, by rule. */
  mined: { found: number; refused: Record<string, number>; model?: Omit<ExpectedQuality, 'refused'> };
  /** The pairs that are left when each statement has a limited number of partners. */
  pairs: PairTable;
  split: SplitResult;
  ledger(): AsyncGenerator<LedgerRow>;
  /** Table 1. */
  contexts: Record<string, ContextCounts>;
  /** For a comparison with released pairs, all of it in memory. */
  whole(): Promise<WholePipeline>;
}

export interface WholePipeline extends Vectors {
  masked: string[];
  mined: MinedPair[];
  /** The frames of the statements; empty if only the paper's rules are used. */
  frames: Frame[];
}

export async function runPipeline(specs: readonly SourceSpec[], options: PipelineOptions, world: PipelineTools): Promise<Pipeline> {
  const { runner } = world;
  const sources: Record<string, string> = {};
  for (const spec of specs) sources[spec.given] = await hashSource(spec);
  const sentences: Record<string, number> = {};
  const { maxCharacters } = options;
  const read = (drop: (row: LedgerRow) => void) => streamSources(specs, { maxCharacters, drop, count: counterOf(sentences) });
  const given = await runner.sources([{ name: 'sources', read }]);
  const from = specs.some(({ reader }) => reader.name === 'text') ? await runner.run(steps.select, {}, given) : given;
  const rows = await runner.count(from);
  runner.expect(expectedCosts(rows, options));
  const { minConfidence, converter: model } = options;
  const converted = await runner.run(steps.convert, { minConfidence, deep: world.deep, ...(model ? { model } : {}) }, from);
  const situated = await findContexts(converted, options, world);
  const contexts = await countContextsOf(runner.rows(situated), sentences);
  const count = Object.values(contexts).reduce((sum, { valid }) => sum + valid, 0);
  if (count === 0)
    throw new InputError(await nothingLeft('no statement has a geographical or temporal entity', rows, runner.ledger(situated)));
  const { keyed: found, crowd, crowdVectors } = await findKeywords(situated, count, options, world);
  const keyed = options.complete === undefined ? found : [...found, ...(await completeStatements(found, options, world))];
  const statements = { statements: keyed };
  runner.expect(expectedCosts(rows, { ...options, keyed: await runner.count(keyed) }));
  const pairs =
    options.pairs === 'model' ? await choosePairs(keyed, options, world) : await minePairs({ keyed, crowd, crowdVectors }, options, world);
  const { mined, frames, counts, model: expected } = pairs;
  const { ratios, seed, maxPartners } = options;
  const defined = options.definition === 'strict' ? await runner.stream(steps.definition, {}, { ...statements, pairs: mined }) : mined;
  const limited =
    maxPartners === undefined || options.pairs === 'model'
      ? defined
      : await runner.stream(steps.partners, { maxPartners, seed }, { pairs: defined });
  const split = await runner.stream(steps.split, { ratios: [...ratios], seed }, { ...statements, pairs: limited });
  const kept = await openStatements(runner.rows(keyed));
  return {
    sources,
    statements: kept,
    mined: { found: await countPairs(runner.rows(mined)), refused: counts, ...(expected ? { model: expected } : {}) },
    pairs: await collectPairs(runner.rows(limited)),
    split: await readSplit(split, runner),
    ledger: () => runner.ledger(),
    contexts,
    async whole() {
      const masked = Array.from(kept, ({ text, keywords = [] }) => maskKeywords(text, keywords));
      const embedded =
        pairs.embedded ??
        (await runner.run(steps.embed, arithmeticOf(options), await runner.stream(steps.mask, { masked: true }, { statements: keyed })));
      const rows = await collect(runner.rows(embedded));
      return {
        masked,
        mined: await collect(unpackPairs(runner.rows(mined))),
        frames: frames ? await collect(runner.rows(frames)) : [],
        ...vectorsOf(masked, [{ rows, dropped: [], vectors: await collectVectors(runner.vectors(embedded)) }]),
      };
    },
  };
}

interface FoundPairs {
  mined: Keys<Partners>;
  frames?: Keys<Frame>;
  /** The masked statements with their vectors, where mining needed them. */
  embedded?: Keys<string>;
  /** Pairs that a rule refused, by rule. */
  counts: Record<string, number>;
  model?: Omit<ExpectedQuality, 'refused'>;
}

/** Similar masked statements that keep the rules (section 4.3), as the paper mines them. */
async function minePairs(
  { keyed, crowd, crowdVectors }: { keyed: Keys<Statement>; crowd: Keys<string>; crowdVectors: Keys<string> },
  options: PipelineOptions,
  { runner, deep }: PipelineTools,
): Promise<FoundPairs> {
  const statements = { statements: keyed };
  const arithmetic = arithmeticOf(options);
  const { threshold, sharedEntities, sharedContext, contexts, mining, bestPartners } = options;
  // With a limit in the join there are never too many.
  if (bestPartners === undefined) await runner.stream(steps.foresee, { threshold, ...arithmetic }, statements);
  const embedded = await runner.run(steps.embed, arithmetic, await runner.stream(steps.mask, { masked: true }, statements));
  const best = bestPartners === undefined ? {} : { bestPartners };
  const rules = { threshold, sharedEntities, sharedContext, contexts, mining, ...best, ...arithmetic };
  const found = await runner.stream(steps.mine, rules, { ...statements, crowd, texts: [...embedded, ...crowdVectors] });
  const frames = options.pairs === 'strict' ? await runner.run(steps.frames, { deep }, keyed) : undefined;
  const contrasted =
    frames && (await runner.stream(steps.contrast, { without: [...options.withoutRules] }, { ...statements, frames, pairs: found }));
  const facts = [...(await collect(runner.facts(found))), ...(contrasted ? await collect(runner.facts(contrasted)) : [])];
  return {
    mined: contrasted ?? found,
    ...(frames ? { frames } : {}),
    embedded,
    counts: Object.assign({}, ...facts) as Record<string, number>,
  };
}

/** Partners by slot, as the model of contrast judges them. */
async function choosePairs(keyed: Keys<Statement>, options: PipelineOptions, { runner, deep }: PipelineTools): Promise<FoundPairs> {
  const { sharedEntities, sharedContext, contexts, seed } = options;
  const { precision = PRECISION, quality = 'valid', maxPartners = MODEL_PARTNERS } = options;
  const read = await runner.run(steps.facts, { deep, ...arithmeticOf(options) }, keyed);
  const rules = { precision, quality, sharedEntities, sharedContext, contexts, maxPartners, seed };
  const mined = await runner.stream(steps.choose, rules, { statements: keyed, facts: read });
  const [facts] = await collect(runner.facts(mined));
  const { refused, ...model } = expectedQualitySchema.parse(facts);
  return { mined, counts: refused, model };
}

/** Partners that the user's model proposes for commonsense statements, with their entities and keywords. */
async function completeStatements(keyed: Keys<Statement>, options: PipelineOptions, world: PipelineTools): Promise<Keys<Statement>> {
  const { runner, deep } = world;
  const { complete = 0, seed, minKeywords, maxKeywords } = options;
  const facts = await runner.run(steps.facts, { deep, ...arithmeticOf(options) }, keyed);
  const proposed = await runner.stream(steps.propose, { most: complete, seed }, { statements: keyed, facts });
  const entities = options.entities === 'given' ? 'model' : options.entities;
  const situated = await findContexts(proposed, { ...options, entities }, world);
  return runner.run(steps.keywords, { minKeywords, maxKeywords, named: {} }, situated as Keys<AnalysedStatement>);
}

/** Defaults of the choice by the model. */
export const PRECISION = 0.7;
const MODEL_PARTNERS = 4;

async function readSplit(keys: Keys<Split | null>, runner: StepRunner): Promise<SplitResult> {
  const splits = new Uint8Array(await runner.count(keys));
  let place = 0;
  for await (const name of runner.rows(keys)) splits[place++] = name === null ? 0 : SPLITS.indexOf(name) + 1;
  const [dealt] = await collect(runner.facts(keys));
  return { splits, ...(dealt as Omit<SplitResult, 'splits'>) };
}

async function countPairs(rows: AsyncIterable<Partners>): Promise<number> {
  let pairs = 0;
  for await (const { second } of rows) pairs += second.length;
  return pairs;
}

/** Entities are those that a model finds, or those that came with the statements. */
async function findContexts(
  converted: Keys<Statement>,
  { entities, pairs }: PipelineOptions,
  { runner, deep }: PipelineTools,
): Promise<Keys<Statement>> {
  const continents = pairs !== 'paper';
  if (entities === 'given') return runner.run(steps.context, { given: true, continents }, converted);
  const analysed = await runner.run(
    steps.analyse,
    { entities: true, deep, missedVerbs: pairs !== 'paper', ...recognizerOf(entities) },
    converted,
  );
  return runner.run(steps.context, { given: false, continents }, analysed);
}

/** The recognizer that the entities option names, as the step has it. */
export function recognizerOf(entities: PipelineOptions['entities']): { recognizer?: string; model?: 'linear' | 'deep' } {
  if (typeof entities === 'object') return { recognizer: entities.onnx };
  return entities === 'given' ? {} : { model: entities === 'deep' ? 'deep' : 'linear' };
}

async function findKeywords(
  found: Keys<Statement>,
  count: number,
  options: PipelineOptions,
  { runner, deep }: PipelineTools,
): Promise<{ keyed: Keys<Statement>; crowd: Keys<string>; crowdVectors: Keys<string> }> {
  const named = await namedKeywords(options.keywordsFrom);
  // With entities of the model, the nouns were found together with them.
  const analysed =
    options.entities === 'given'
      ? await runner.run(steps.analyse, { entities: false, deep, missedVerbs: options.pairs !== 'paper' }, found)
      : found;
  const { minKeywords, maxKeywords, mergeDuplicates: threshold } = options;
  const limits = { minKeywords, maxKeywords, named };
  const keyed = await runner.run(steps.keywords, limits, analysed as Keys<AnalysedStatement>);
  if ((await runner.count(keyed)) === 0)
    throw new InputError(await nothingLeft('no statement has the right number of keywords', count, runner.ledger(keyed)));
  const crowd = options.mining === 'paraphrase-mining' ? await runner.run(steps.crowd, limits, analysed as Keys<AnalysedStatement>) : [];
  const arithmetic = arithmeticOf(options);
  const crowdVectors = crowd.length > 0 ? await runner.run(steps.embed, arithmetic, crowd) : [];
  if (threshold === undefined) return { keyed, crowd, crowdVectors };
  const texts = await runner.run(steps.embed, arithmetic, await runner.stream(steps.mask, { masked: false }, { statements: keyed }));
  return { keyed: await runner.run(steps.merge, { threshold, ...arithmetic }, [...keyed, ...texts]), crowd, crowdVectors };
}

function arithmeticOf({ embeddings }: PipelineOptions): EmbeddingsOption {
  return embeddings === undefined ? {} : { embeddings };
}

/** The keywords that examples name, by statement id. */
async function namedKeywords(paths: readonly string[]): Promise<Record<string, string[]>> {
  const named: Record<string, string[]> = {};
  for (const { examples } of await readExampleFiles(paths)) {
    for (const example of examples) {
      for (const [sentence, id] of example.ids.entries()) named[id] = sentenceKeywords(example, sentence);
    }
  }
  return named;
}

async function nothingLeft(message: string, read: number, dropped: AsyncIterable<LedgerRow>): Promise<string> {
  const rules = new Map<string, number>();
  for await (const { rule } of dropped) rules.set(rule, (rules.get(rule) ?? 0) + 1);
  return `${message}: ${read} were read (${[...rules].map(([rule, count]) => `${count} ${rule}`).join(', ') || 'none dropped'})`;
}
