/** COVERAGE and MATCH on the released data: the answers score 1, and CommonGen's published figures come out within a point. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Metric, MetricInput, Tools } from '../packages/metrics/src/core/index.ts';
import { coverage } from '../packages/metrics/src/metrics/keywords/coverage.ts';
import { loadWordNet } from '../packages/metrics/src/nlp/words/wordnet.ts';
import { conceptCoverage } from '../packages/sensebench/src/benchmarks/commongen/metrics/concept-coverage.ts';
import { match } from '../packages/sensebench/src/benchmarks/situatedgen/metrics/match.ts';
import { loadAnalyser } from '../packages/sensebench/src/nlp/analysis/analyser.ts';
import { lemmatize } from '../packages/sensebench/src/nlp/word-forms/lemmatizer.ts';
import { sharedPath } from './shared.ts';

const [train, dev, concepts, outputs] = [
  'data/situatedgen/train.jsonl',
  'data/situatedgen/dev.jsonl',
  'data/commongen/dev.jsonl',
  'oracles/commongen-dev-bart.jsonl',
].map(sharedPath);
let tools: Tools;

beforeAll(async () => {
  const analyser = await loadAnalyser({ lemmatize });
  tools = { tokens: (_, text) => text.split(' '), analyse: analyser.analyse, wordnet: await loadWordNet() };
});

const rows = (path: string | null) => (path ? readFileSync(path, 'utf8').trim().split('\n') : []).map((line) => JSON.parse(line));
const inputOf = (id: string, candidate: string, input: { keywords?: string[]; concepts?: string[] }, meta = {}): MetricInput => ({
  item: { id, input, references: [], meta },
  candidate,
  keywords: input.keywords ?? input.concepts,
  tokens: { candidate: [], references: [] },
});

async function measure<Stats, Context>(metric: Metric<Stats, Context>, inputs: MetricInput[]) {
  const context = await metric.prepare!(inputs, tools);
  const stats = await Promise.all(inputs.map((input) => metric.segment(input, context)));
  return { scores: metric.score(stats, context), stats };
}

describe.skipIf(!train || !dev)('SituatedGen', () => {
  it.each([
    ['train', train, 0.998],
    // Some statements of dev lack their final stop: their pairs are one sentence.
    ['dev', dev, 0.99],
  ])('%s: every answer covers and matches its keywords', async (name, path, least) => {
    const examples = rows(path);
    const given = examples.map((row, i) =>
      inputOf(String(i), row.statement, { keywords: row.keywords }, { keywordsPos: row.keywords_pos }),
    );
    const derived = examples.map((row, i) => inputOf(String(i), row.statement, { keywords: row.keywords }, { statements: row.statements }));
    const covered = await measure(coverage, given);
    const matched = await measure(match, given);
    const rederived = await measure(match, derived);
    const ambiguous = rederived.stats.reduce((sum, own) => sum + own.ambiguous, 0);
    console.log(name, { ...matched.scores, coverage: covered.scores.coverage, derived: rederived.scores.match, ambiguous });
    expect(covered.scores.coverage).toBeGreaterThan(0.999);
    expect(matched.scores.match).toBeGreaterThan(least);
    expect(rederived.scores.match).toBeGreaterThan(least);
  });
});

describe.skipIf(!concepts || !outputs)('CommonGen dev (paper, Table 7)', () => {
  it('BART covers 97.56', async () => {
    const { scores } = await measure(
      conceptCoverage,
      rows(outputs).map((row) => inputOf(String(row.id), row.candidate, { concepts: row.concepts })),
    );
    console.log('BART', scores);
    expect(Math.abs((scores.coverageCommonGen ?? 0) - 0.9756)).toBeLessThan(0.01);
  });
  it('people cover 99.31', async () => {
    const { scores } = await measure(
      conceptCoverage,
      rows(concepts).flatMap((row, i) =>
        row.scene.map((text: string, j: number) => inputOf(`${i}/${j}`, text, { concepts: row.concept_set.split('#') })),
      ),
    );
    console.log('people', scores);
    expect(Math.abs((scores.coverageCommonGen ?? 0) - 0.9931)).toBeLessThan(0.01);
  });
});
