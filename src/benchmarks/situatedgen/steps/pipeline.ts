/** The build of SituatedGen (Zhang and Wan 2023, section 4), step after step: read, convert, context, keywords, mine, split. Each is computed only when something it depends on changed. */

import type { StepRunner } from '../../../build/steps/index.ts';
import { type ActionContext, InputError, type LedgerRow, type StepResult, type Tools } from '../../../core/index.ts';
import { sha256 } from '../../../files/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { readSources, type SourceRow, type SourceSpec } from '../../../statements/sources/index.ts';
import { type ContextCounts, countContexts } from '../context-counts.ts';
import { readExampleFiles } from '../read-examples.ts';
import type { SituatedGenExample } from '../row.ts';
import { analyseTexts, type Findings } from './analyse-texts.ts';
import { sourceHash } from './build-inputs.ts';
import { embedTexts, type Vectors } from './embed-texts.ts';
import { extractKeywords } from './extract-keywords.ts';
import { identifyContexts } from './identify-contexts.ts';
import { limitPartners } from './limit-partners.ts';
import { maskKeywords } from './mask-keywords.ts';
import { mergeDuplicates } from './merge-duplicates.ts';
import { type MinedPair, type MinePairsResult, minePairs } from './mine-pairs.ts';
import { plainWords } from './pair-rules.ts';
import { type SplitResult, splitPairs } from './split-pairs.ts';

export interface PipelineOptions {
  entities: 'given' | 'model';
  keywordsFrom: readonly string[];
  threshold: number;
  minKeywords: number;
  maxKeywords: number;
  minConfidence: number;
  maxCharacters: number;
  contexts: 'same' | 'any';
  sharedEntities: 'context' | 'all';
  mergeDuplicates?: number;
  maxPartners?: number;
  ratios: readonly [number, number, number];
  seed: number;
}

type Convert = (rows: SourceRow[], options: { minConfidence: number }, tools: Tools) => Promise<StepResult<Statement>>;

export interface PipelineTools {
  /** Changes when the analyser's weights do. */
  analyser: string;
  tools: Tools;
  runner: StepRunner;
  context: Pick<ActionContext, 'progress' | 'signal' | 'say'>;
  /** With a version, so that a better converter is not shadowed by the cache. */
  convert: { version: number; run: Convert };
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
  vectors(): Promise<Vectors>;
}

export async function runPipeline(specs: readonly SourceSpec[], options: PipelineOptions, world: PipelineTools): Promise<Pipeline> {
  const { runner, tools } = world;
  const sources: Record<string, string> = {};
  for (const spec of specs) sources[spec.given] = await sourceHash(spec);
  const read = await runner.run({
    name: 'read',
    version: 1,
    options: { maxCharacters: options.maxCharacters, readers: specs.map(({ reader }) => reader.name) },
    inputs: Object.values(sources),
    compute: () => readSources(specs, { maxCharacters: options.maxCharacters }),
  });
  const findings: FindingsByText = new Map();
  const converted = await runner.run({
    name: 'convert',
    version: world.convert.version,
    options: { minConfidence: options.minConfidence, analyser: world.analyser },
    inputs: [read.key],
    compute: () => world.convert.run(read.value.rows, { minConfidence: options.minConfidence }, tools),
  });
  const found = await findContexts(converted.value.rows, options, world, findings);
  if (found.rows.length === 0)
    throw new InputError(nothingLeft('no statement has a geographical or temporal entity', read.value.rows, found.dropped));
  const keyed = await findKeywords(found.rows, options, world, findings);
  if (keyed.rows.length === 0)
    throw new InputError(nothingLeft('no statement has the right number of keywords', found.rows, keyed.dropped));
  const masked = keyed.rows.map(({ text, keywords = [] }) => maskKeywords(text, keywords));
  let embedded: Promise<Vectors> | undefined;
  const vectors = () => {
    embedded ??= embedTexts(masked, tools, world);
    return embedded;
  };
  const { threshold, sharedEntities, contexts } = options;
  const mined = await runner.run({
    name: 'mine',
    version: 1,
    options: { threshold, sharedEntities, contexts, embedder: tools.embedder?.id },
    inputs: [
      sha256(JSON.stringify(keyed.rows.map(({ id, text, entities, context, keywords }) => [id, text, entities, context, keywords]))),
    ],
    compute: async () =>
      minePairs(keyed.rows, (await vectors()).vectors, { threshold, sharedEntities, contexts, dimensions: (await vectors()).dimensions }),
  });
  const { ratios, seed, maxPartners } = options;
  const pairs = maxPartners === undefined ? mined.value.rows : limitPartners(mined.value.rows, { maxPartners, seed });
  const nodes = keyed.rows.map(({ text }) => plainWords(text).trim());
  const split = await runner.run({
    name: 'split',
    version: 1,
    options: { ratios, seed, maxPartners },
    inputs: [mined.key],
    compute: async () =>
      splitPairs(
        pairs.map(({ first, second }) => ({
          ids: [keyed.rows[first].id, keyed.rows[second].id],
          nodes: [nodes[first], nodes[second]],
        })),
        { ratios, seed },
      ),
  });
  return {
    sources,
    statements: keyed.rows,
    masked,
    mined: mined.value,
    pairs,
    split: split.value,
    ledger: [read.value, converted.value, found, keyed, mined.value, split.value].flatMap(({ dropped }) => dropped),
    contexts: countContexts(found.rows, read.value.sentences),
    vectors,
  };
}

type FindingsByText = Map<string, Findings>;

async function findContexts(
  statements: Statement[],
  options: PipelineOptions,
  world: PipelineTools,
  findings: FindingsByText,
): Promise<StepResult<Statement>> {
  if (options.entities === 'given') return identifyContexts(statements, { given: true });
  await analyse(statements, true, world, findings);
  return identifyContexts(
    statements.map((statement) => ({ ...statement, entities: findings.get(statement.text)?.entities ?? [] })),
    { given: false },
  );
}

async function findKeywords(
  statements: Statement[],
  options: PipelineOptions,
  world: PipelineTools,
  findings: FindingsByText,
): Promise<StepResult<Statement>> {
  const named = await namedKeywords(options.keywordsFrom);
  await analyse(statements, false, world, findings);
  const keyed = extractKeywords(
    statements,
    statements.map(({ id, text }) => ({ nouns: findings.get(text)?.nouns ?? [], named: named.get(id) })),
    options,
  );
  if (options.mergeDuplicates === undefined) return keyed;
  const { vectors, dimensions } = await embedTexts(
    keyed.rows.map(({ text }) => text),
    world.tools,
    world,
  );
  const merged = mergeDuplicates(keyed.rows, vectors, { threshold: options.mergeDuplicates, dimensions });
  return { rows: merged.rows, dropped: [...keyed.dropped, ...merged.dropped] };
}

/** Adds what is not known yet. */
async function analyse(
  statements: readonly Statement[],
  entities: boolean,
  { runner, tools, context, analyser }: PipelineTools,
  findings: FindingsByText,
): Promise<void> {
  const texts = [...new Set(statements.map(({ text }) => text))].filter((text) => !findings.has(text));
  if (texts.length === 0) return;
  const bar = context.progress('analysing', texts.length);
  const found = await analyseTexts(texts, tools, { runner, entities, model: analyser, onProgress: (done) => bar.update(done) });
  bar.stop();
  texts.forEach((text, i) => {
    findings.set(text, found[i]);
  });
}

/** The keywords that examples name, by statement id. */
async function namedKeywords(paths: readonly string[]): Promise<Map<string, string[]>> {
  const named = new Map<string, string[]>();
  for (const { examples } of await readExampleFiles(paths)) {
    for (const example of examples) {
      for (const [sentence, id] of example.ids.entries()) named.set(id, keywordsOf(example, sentence));
    }
  }
  return named;
}

function keywordsOf({ keywords, keywords_pos: places, statements }: SituatedGenExample, sentence: number): string[] {
  const text = statements[sentence].toLowerCase();
  return keywords.filter((keyword, i) => (places ? places[i] === sentence : text.includes(keyword.toLowerCase())));
}

function nothingLeft(message: string, rows: readonly unknown[], dropped: readonly LedgerRow[]): string {
  const rules = new Map<string, number>();
  for (const { rule } of dropped) rules.set(rule, (rules.get(rule) ?? 0) + 1);
  return `${message}: ${rows.length} were read (${[...rules].map(([rule, count]) => `${count} ${rule}`).join(', ') || 'none dropped'})`;
}
