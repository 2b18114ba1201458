/** The build of SituatedGen (Zhang and Wan 2023, section 4): convert, analyse, context, keywords, mask, embed, mine, contrast, split. */
import { collect, collectVectors, type StepRunner } from '../../../build/steps/index.ts';
import { InputError, type Keys, type LedgerRow } from '../../../core/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { hashSource, type ReadSourcesResult, readSources, type SourceRow, type SourceSpec } from '../../../statements/sources/index.ts';
import { type ContextCounts, countContexts } from '../context-counts.ts';
import type { Frame } from '../pairs/frame.ts';
import type { StrictRule } from '../pairs/strict-rules.ts';
import { readExampleFiles } from '../read-examples.ts';
import { sentenceKeywords } from '../sentence-keywords.ts';
import type { AnalysedStatement } from './analyse-texts.ts';
import { type Vectors, vectorsOf } from './embed-texts.ts';
import { maskKeywords } from './mask-keywords.ts';
import { type MinedPair, type MinePairsResult, unpackPairs } from './mine-pairs.ts';
import type { SplitResult } from './split-pairs.ts';
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
  /** The rules of the paper, or the strict ones besides. */
  pairs: 'paper' | 'strict';
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
  /** Those that came as far as mining. */
  statements: Statement[];
  masked: string[];
  mined: MinePairsResult;
  /** Those that are left when each statement has at most so many. */
  pairs: MinedPair[];
  split: SplitResult;
  ledger: LedgerRow[];
  /** Table 1. */
  contexts: Record<string, ContextCounts>;
  /** Of the statements; none where only the paper's rules are asked. */
  frames: Frame[];
  vectors(): Promise<Vectors>;
}

export async function runPipeline(specs: readonly SourceSpec[], options: PipelineOptions, world: PipelineTools): Promise<Pipeline> {
  const { runner } = world;
  const sources: Record<string, string> = {};
  for (const spec of specs) sources[spec.given] = await hashSource(spec);
  const read = await readSources(specs, { maxCharacters: options.maxCharacters });
  const from = await runner.sources([{ name: 'sources', read: (drop) => giveRows(read, drop) }]);
  const { minConfidence, converter: model } = options;
  const converted = await runner.run(steps.convert, { minConfidence, deep: world.deep, ...(model ? { model } : {}) }, from);
  const situated = await findContexts(converted, options, world);
  const contexts = countContexts(await collect(runner.rows(situated)), read.sentences);
  const count = Object.values(contexts).reduce((sum, { valid }) => sum + valid, 0);
  if (count === 0)
    throw new InputError(
      await nothingLeft('no statement has a geographical or temporal entity', read.rows.length, runner.ledger(situated)),
    );
  const { keyed, crowd } = await findKeywords(situated, count, options, world);
  const statements = await collect(runner.rows(keyed));
  // With a limit in the join there are never too many.
  if (options.bestPartners === undefined) await runner.run(steps.foresee, { threshold: options.threshold }, keyed);
  const embedded = await runner.run(steps.embed, {}, await runner.run(steps.mask, { masked: true }, keyed));
  const { threshold, sharedEntities, sharedContext, contexts: wanted, mining, ratios, seed, maxPartners, bestPartners } = options;
  const best = bestPartners === undefined ? {} : { bestPartners };
  const rules = { threshold, sharedEntities, sharedContext, contexts: wanted, mining, ...best };
  const found = await runner.run(steps.mine, rules, [...keyed, ...crowd, ...embedded]);
  const frames = options.pairs === 'strict' ? await runner.run(steps.frames, { deep: world.deep }, keyed) : undefined;
  const contrasted = frames && (await runner.run(steps.contrast, { without: [...options.withoutRules] }, [...keyed, ...frames, ...found]));
  const mined = contrasted ?? found;
  const defined = options.definition === 'strict' ? await runner.run(steps.definition, {}, [...keyed, ...mined]) : mined;
  const limited = maxPartners === undefined ? defined : await runner.run(steps.partners, { maxPartners, seed }, defined);
  const split = await runner.run(steps.split, { ratios: [...ratios], seed }, [...keyed, ...limited]);
  const facts = [...(await collect(runner.facts(found))), ...(contrasted ? await collect(runner.facts(contrasted)) : [])];
  const [dealt] = await collect(runner.facts(split));
  const masked = statements.map(({ text, keywords = [] }) => maskKeywords(text, keywords));
  return {
    sources,
    statements,
    masked,
    mined: {
      rows: unpackPairs(await collect(runner.rows(mined))),
      dropped: [...(await collect(runner.ledger(found))), ...(contrasted ? await collect(runner.ledger(contrasted)) : [])],
      refused: Object.assign({}, ...facts) as MinePairsResult['refused'],
    },
    pairs: unpackPairs(await collect(runner.rows(limited))),
    split: {
      splits: await collect(runner.rows(split)),
      dropped: await collect(runner.ledger(split)),
      ...(dealt as Omit<SplitResult, 'splits' | 'dropped'>),
    },
    ledger: await collect(runner.ledger()),
    contexts,
    frames: frames ? await collect(runner.rows(frames)) : [],
    vectors: async () => {
      const rows = await collect(runner.rows(embedded));
      return vectorsOf(masked, [{ rows, dropped: [], vectors: await collectVectors(runner.vectors(embedded)) }]);
    },
  };
}

/** Entities are those that a model finds, or those that came with the statements. */
async function findContexts(
  converted: Keys<Statement>,
  { entities, pairs }: PipelineOptions,
  { runner, deep }: PipelineTools,
): Promise<Keys<Statement>> {
  const continents = pairs === 'strict';
  if (entities === 'given') return runner.run(steps.context, { given: true, continents }, converted);
  const analysed = await runner.run(
    steps.analyse,
    { entities: true, deep, missedVerbs: pairs === 'strict', ...recognizerOf(entities) },
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
): Promise<{ keyed: Keys<Statement>; crowd: Keys<string> }> {
  const named = await namedKeywords(options.keywordsFrom);
  // With entities of the model, the nouns were found together with them.
  const analysed =
    options.entities === 'given'
      ? await runner.run(steps.analyse, { entities: false, deep, missedVerbs: options.pairs === 'strict' }, found)
      : found;
  const { minKeywords, maxKeywords, mergeDuplicates: threshold } = options;
  const limits = { minKeywords, maxKeywords, named };
  const keyed = await runner.run(steps.keywords, limits, analysed as Keys<AnalysedStatement>);
  if ((await collect(runner.rows(keyed))).length === 0)
    throw new InputError(await nothingLeft('no statement has the right number of keywords', count, runner.ledger(keyed)));
  const crowd = options.mining === 'paraphrase-mining' ? await runner.run(steps.crowd, limits, analysed as Keys<AnalysedStatement>) : [];
  const others = crowd.length > 0 ? [...crowd, ...(await runner.run(steps.embed, {}, crowd))] : [];
  if (threshold === undefined) return { keyed, crowd: others };
  const texts = await runner.run(steps.embed, {}, await runner.run(steps.mask, { masked: false }, keyed));
  return { keyed: await runner.run(steps.merge, { threshold }, [...keyed, ...texts]), crowd: others };
}

function giveRows({ rows, dropped }: ReadSourcesResult, drop: (row: LedgerRow) => void): readonly SourceRow[] {
  for (const row of dropped) drop(row);
  return rows;
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
