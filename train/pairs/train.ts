/** Trains the model of contrast on read pairs, measures it on pairs that share no statement with its training, and writes its weights. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { loadWordNet } from '../../packages/metrics/src/nlp/words/wordnet.ts';
import { type BoostedTrees, boostedOdds } from '../../packages/sensebench/src/benchmarks/situatedgen/contrast/boosted-trees.ts';
import {
  type Calibration,
  type ContrastWeights,
  encodeFloats,
  linearOdds,
  QUALITIES,
  type Quality,
  type QualityWeights,
} from '../../packages/sensebench/src/benchmarks/situatedgen/contrast/contrast-model.ts';
import {
  readStatements,
  type StatementReading,
} from '../../packages/sensebench/src/benchmarks/situatedgen/contrast/describe-statements.ts';
import { headChances, type LinearHead } from '../../packages/sensebench/src/benchmarks/situatedgen/contrast/linear-head.ts';
import {
  type DescribedStatement,
  describePair,
  FEATURES,
  situationsOf,
} from '../../packages/sensebench/src/benchmarks/situatedgen/contrast/pair-features.ts';
import { createFactReader } from '../../packages/sensebench/src/benchmarks/situatedgen/contrast/statement-facts.ts';
import { createWordRanks } from '../../packages/sensebench/src/benchmarks/situatedgen/contrast/word-ranks.ts';
import { loadAnalyser } from '../../packages/sensebench/src/nlp/analysis/analyser.ts';
import { loadMiniLm } from '../../packages/sensebench/src/nlp/embeddings/embed-minilm.ts';
import { weightsPath } from '../corpora.ts';
import { areaUnderCurve } from '../statements/logistic.ts';
import { type BoostingExample, trainBoosting } from './boosting.ts';
import { trainHead } from './heads.ts';
import { trainLinear } from './linear.ts';
import { type JudgedPair, readJudgedPairs, readTopics, type TopicStatement } from './readings.ts';

/** Fewest statements of a topic. */
const LEAST_TOPIC = 8;
const PENALTY = { commonsense: 1e-4, topic: 3e-4 };
/** Statements are dealt to so many folds: a pair is scored by a model that has seen neither of its statements. */
const FOLDS = 7;
const HEAD_FOLDS = 5;

type Heads = Record<'commonsense' | 'topic', LinearHead>;
interface FeaturedPair extends JudgedPair {
  features: Float32Array;
}

export async function trainContrast(): Promise<void> {
  const pairs = readJudgedPairs();
  const statements = readTopics();
  const texts = [...new Set([...pairs.flatMap(({ first, second }) => [first, second]), ...statements.map(({ text }) => text)])];
  const readings = await read(texts);
  const topics = frequentTopics(statements);
  const headsOf = (some: readonly TopicStatement[]) => trainHeads(some, { topics, readings });
  const folds = Array.from({ length: HEAD_FOLDS }, (_, fold) =>
    headsOf(statements.filter(({ text }) => foldOf(text, HEAD_FOLDS) !== fold)),
  );
  // A statement's own label is not among those that its features are made from.
  const described = new Map(texts.map((text) => [text, describe(readings.get(text), folds[foldOf(text, HEAD_FOLDS)])]));
  const featured = pairs.map(
    (pair): FeaturedPair => ({ ...pair, features: describePair(at(described, pair.first), at(described, pair.second)) }),
  );
  const models = Object.fromEntries(QUALITIES.map((quality) => [quality, trainQuality(featured, quality)])) as Record<
    Quality,
    ContrastWeights[Quality]
  >;
  const heads = headsOf(statements);
  const weights: ContrastWeights = {
    features: [...FEATURES],
    topics,
    dimensions: at(readings, texts[0]).vectors.whole.length,
    ...models,
    commonsense: encodeFloats(heads.commonsense.weights),
    topic: encodeFloats(heads.topic.weights),
  };
  const packed = gzipSync(JSON.stringify(weights), { level: 9 });
  writeFileSync(weightsPath('pairs/contrast.json.gz'), packed);
  console.log(`${packed.length} bytes`);
}

async function read(texts: readonly string[]): Promise<Map<string, StatementReading>> {
  const [analyser, wordnet, embedder] = [await loadAnalyser({ entities: 'deep' }), await loadWordNet(), await loadMiniLm({})];
  const words = gunzipSync(readFileSync(weightsPath('pairs/words.txt.gz')))
    .toString('utf8')
    .trimEnd()
    .split('\n');
  const reader = createFactReader({ wordnet, ranks: createWordRanks(words) });
  const analysed = await analyser.analyse(texts, { parse: true });
  const found = await readStatements(
    analysed.map((analysis) => ({ analysis })),
    { reader, embedder },
  );
  return new Map(texts.map((text, i) => [text, found[i]]));
}

function frequentTopics(statements: readonly TopicStatement[]): string[] {
  const counts = new Map<string, number>();
  for (const { topic } of statements) if (topic !== null) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  return [...counts].flatMap(([topic, count]) => (count >= LEAST_TOPIC ? [topic] : [])).sort();
}

function trainHeads(
  statements: readonly TopicStatement[],
  { topics, readings }: { topics: readonly string[]; readings: ReadonlyMap<string, StatementReading> },
): Heads {
  const vector = (text: string) => at(readings, text).vectors.whole;
  const known = statements.filter(({ topic }) => topic !== null && topics.includes(topic));
  return {
    commonsense: trainHead(
      statements.map(({ text, topic }) => ({ vector: vector(text), label: topic === null ? 0 : 1 })),
      { classes: 2, penalty: PENALTY.commonsense },
    ),
    topic: trainHead(
      known.map(({ text, topic }) => ({ vector: vector(text), label: topics.indexOf(topic ?? '') })),
      { classes: topics.length, penalty: PENALTY.topic },
    ),
  };
}

function describe(reading: StatementReading | undefined, { commonsense, topic }: Heads): DescribedStatement {
  if (!reading) throw new Error('a statement was not read');
  const { facts, vectors } = reading;
  return {
    facts,
    vectors,
    slots: situationsOf(facts),
    commonsense: headChances(commonsense, vectors.whole)[1],
    topics: headChances(topic, vectors.whole),
  };
}

function trainQuality(pairs: readonly FeaturedPair[], quality: Quality): QualityWeights {
  const judged = pairs.filter((pair) => pair[quality] !== undefined);
  const odds = crossValidate(judged, quality);
  report(judged, odds, quality);
  const { boosted, linear } = trainParts(judged, quality);
  return { boosted: rounded(boosted), linear, calibration: calibrate(judged, odds, quality) };
}

/** How much the regression counts beside the trees; both shares add up to one. */
const LINEAR_SHARE: Readonly<Record<Quality, number>> = { valid: 2 / 3, good: 1 / 2 };

function trainParts(pairs: readonly FeaturedPair[], quality: Quality) {
  const examples = examplesOf(pairs, quality);
  return { boosted: trainBoosting(examples), linear: trainLinear(examples) };
}

function oddsOf({ boosted, linear }: ReturnType<typeof trainParts>, features: Float32Array, quality: Quality): number {
  const share = LINEAR_SHARE[quality];
  return (1 - share) * boostedOdds(boosted, features) + share * linearOdds(linear, features);
}

function examplesOf(pairs: readonly FeaturedPair[], quality: Quality): BoostingExample[] {
  return pairs.map((pair) => ({ features: pair.features, label: pair[quality] === true, weight: pair.weight }));
}

/** Log odds: for each two folds by a model of the pairs with no statement in either. */
function crossValidate(pairs: readonly FeaturedPair[], quality: Quality): Float64Array {
  const odds = new Float64Array(pairs.length).fill(Number.NaN);
  const folds = pairs.map(({ first, second }) => [foldOf(first, FOLDS), foldOf(second, FOLDS)].sort((a, b) => a - b));
  for (let one = 0; one < FOLDS; one++) {
    for (let two = one; two < FOLDS; two++) {
      const asked = [...pairs.keys()].filter((i) => folds[i][0] === one && folds[i][1] === two);
      if (asked.length === 0) continue;
      const others = pairs.filter((_, i) => !folds[i].includes(one) && !folds[i].includes(two));
      const model = trainParts(others, quality);
      for (const i of asked) odds[i] = oddsOf(model, pairs[i].features, quality);
    }
  }
  return odds;
}

const SOURCES: Readonly<Record<string, (from: string) => boolean>> = {
  'read pairs': isRead,
  'read pairs, without the starter corpus': (from) => isRead(from) && !from.startsWith('starter'),
  'our own readings': (from) => from.startsWith('own'),
  'our own readings of a build': (from) => from.endsWith('build'),
};

function isRead(from: string): boolean {
  return /^(mined|released|starter|wide)/.test(from);
}

function report(pairs: readonly FeaturedPair[], odds: Float64Array, quality: Quality): void {
  for (const [name, belongs] of Object.entries(SOURCES)) {
    const scored = pairs.flatMap((pair, i) => (belongs(pair.from) ? [{ score: odds[i], good: pair[quality] === true }] : []));
    console.log(`${quality}, ${name}: ${scored.length} readings, AUC ${areaUnderCurve(scored).toFixed(3)}`);
  }
  for (const source of ['mined', 'released', 'starter', 'wide']) {
    const asked = pairs.filter(({ from }) => from.startsWith(source));
    const texts = new Set(asked.flatMap(({ first, second }) => [first, second]));
    const others = pairs.filter(({ from, first, second }) => !from.startsWith(source) && !texts.has(first) && !texts.has(second));
    const model = trainParts(others, quality);
    const scored = asked.map((pair) => ({ score: oddsOf(model, pair.features, quality), good: pair[quality] === true }));
    console.log(`${quality}, ${source} not seen: ${scored.length} readings, AUC ${areaUnderCurve(scored).toFixed(3)}`);
  }
}

/** Platt's scaling (1999) on the pairs that a build meets: mined ones, and those of our own readings that were likely. */
function calibrate(pairs: readonly FeaturedPair[], odds: Float64Array, quality: Quality): Calibration {
  const points = pairs.flatMap((pair, i) =>
    /^(mined, strict|mined, highest|own, unseen build)/.test(pair.from) ? [{ odds: odds[i], label: pair[quality] ? 1 : 0 }] : [],
  );
  let [slope, offset] = [1, 0];
  for (let step = 0; step < 3000; step++) {
    let [bySlope, byOffset] = [0, 0];
    for (const { odds: value, label } of points) {
      const error = 1 / (1 + Math.exp(-(slope * value + offset))) - label;
      bySlope += error * value;
      byOffset += error;
    }
    slope -= bySlope / points.length;
    offset -= byOffset / points.length;
  }
  const share = LINEAR_SHARE[quality];
  console.log(`${quality}: log odds × ${slope.toFixed(2)} + ${offset.toFixed(2)}`);
  return { trees: round(slope * (1 - share)), linear: round(slope * share), offset: round(offset) };
}

function rounded({ base, trees }: BoostedTrees): BoostedTrees {
  return {
    base: round(base),
    trees: trees.map(({ feature, threshold, left, right, value }) => ({
      feature,
      threshold: threshold.map(round),
      left,
      right,
      value: value.map(round),
    })),
  };
}

function round(value: number): number {
  return Number(value.toPrecision(5));
}

function foldOf(text: string, folds: number): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0) % folds;
}

function at<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`"${key}" was not read`);
  return value;
}
