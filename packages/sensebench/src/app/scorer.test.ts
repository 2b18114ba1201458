import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Item } from '@sensebench/metrics/internal/core';
import { freezeFrequencies } from '@sensebench/metrics/internal/metrics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTinyRecognizer } from '../../../../test/tiny-recognizer.ts';
import { scoreRun } from '../evaluate/scores/index.ts';
import { findOnnxRuntime } from '../nlp/embeddings/onnx-runtime.ts';
import { createApp } from './create-app.ts';
import { metricNames } from './scorer.ts';
import { createMetricThreads, type MetricThreads } from './start/index.ts';

interface Golden {
  items: { candidate: string; references: string[] }[];
}

const golden = JSON.parse(readFileSync(new URL('../../../../test/golden/captions.json', import.meta.url), 'utf8')) as Golden;
const items: Item[] = golden.items.slice(0, 60).map(({ references }, i) => ({ id: `${i}`, input: null, references, meta: {} }));
const predictions = golden.items.slice(0, 60).map(({ candidate }) => candidate);
const benchmark = { name: 'captions', metrics: ['meteor', 'spice', 'bleu'], breakdowns: {} } as unknown as Benchmark;
const NONE: MetricThreads = { start: () => null, close: () => undefined };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-scorer-'));
  const lines = predictions.map((prediction, i) =>
    JSON.stringify({ id: `${i}`, prediction, raw: prediction, repeat: 0, order: 0, examples: [], ms: 1 }),
  );
  writeFileSync(join(folder, 'predictions.jsonl'), `${lines.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Threads, and how often they served. */
function watched(): MetricThreads & { served: number } {
  const threads = createMetricThreads({ count: 2 });
  const watch = {
    served: 0,
    start(...given: Parameters<MetricThreads['start']>) {
      const workers = threads.start(...given);
      if (workers) watch.served++;
      return workers;
    },
    close: threads.close,
  };
  return watch;
}

const appWith = (threads: MetricThreads, said: string[] = []) =>
  createApp({ environment: { SENSEBENCH_HOME: folder }, version: '0.0.0', threads, say: (line) => void said.push(line) });

const runtime = await findOnnxRuntime();

describe('a scorer', () => {
  it.skipIf(runtime === null)('gives BERTScore as the paper reports it for a folder of that model', async () => {
    const model = join(folder, 'roberta-large');
    mkdirSync(model);
    writeTinyRecognizer(model, { output: 'hidden_states.17' });
    const app = appWith(NONE);
    const { scores } = await app.scorer([`bertscore(model=${model})`]).measure({
      items: [{ id: 'a', input: null, references: ['in new york'], meta: {} }],
      predictions: ['on monday'],
    });
    const { modelScores = {} } = await app.benchmark('situatedgen');
    expect(scores.signatures.bertscoreRRescaled).toBe(`${modelScores.bertscoreRRescaled.signature}|v:0.0.0`);
    const baseline = 0.8314941;
    expect(scores.corpus.bertscoreRRescaled).toBeCloseTo(((scores.corpus.bertscoreR ?? 0) - baseline) / (1 - baseline), 6);
    const other = join(folder, 'tiny');
    cpSync(model, other, { recursive: true });
    const unnamed = await app.scorer([`bertscore(model=${other},layer=17)`]).measure({
      items: [{ id: 'a', input: null, references: ['in new york'], meta: {} }],
      predictions: ['on monday'],
    });
    expect(Object.keys(unnamed.scores.corpus)).toEqual(['bertscoreP', 'bertscoreR', 'bertscoreF']);
    await app.close();
  });

  it('scores a run folder on threads as it does without, to the last bit', async () => {
    const threads = watched();
    const files = ['scores.json', 'evidence.jsonl'];
    const results: string[][] = [];
    for (const app of [appWith(NONE), appWith(threads)]) {
      const scorer = app.scorer(benchmark.metrics);
      await scoreRun(folder, { benchmark, items, scorer, intervals: { seed: 17, resamples: 50 } });
      results.push(files.map((file) => readFileSync(join(folder, file), 'utf8')));
      await app.close();
    }
    expect(results[1]).toEqual(results[0]);
    expect(results[0][0]).toContain('"spice"');
    expect(threads.served).toBe(1);
  });

  it('starts no threads for few items, and none for quick metrics', async () => {
    const threads = watched();
    const app = appWith(threads);
    await app.scorer(['meteor']).measure({ items: items.slice(0, 49), predictions: predictions.slice(0, 49) });
    await app.scorer(['bleu']).measure({ items, predictions });
    expect(threads.served).toBe(0);
  });

  it('says once per machine that METEOR lacks its paraphrases', async () => {
    const environment = { SENSEBENCH_HOME: join(folder, 'new-home') };
    const few = { items: items.slice(0, 2), predictions: predictions.slice(0, 2) };
    const messages: string[] = [];
    for (let start = 0; start < 2; start++) {
      const app = createApp({ environment, version: '0.0.0', threads: NONE, say: (line) => void messages.push(line) });
      const scorer = app.scorer(['meteor']);
      await scorer.measure(few);
      await scorer.measure(few);
    }
    expect(messages).toEqual([expect.stringContaining('sensebench data add meteor-paraphrases')]);
  });

  it('takes document frequencies from a file', async () => {
    const idf = join(folder, 'idf.json');
    writeFileSync(idf, JSON.stringify(freezeFrequencies(items)));
    const few = { items: items.slice(0, 3), predictions: predictions.slice(0, 3) };
    const own = await appWith(NONE).scorer(['cider']).measure(few);
    const frozen = await appWith(NONE)
      .scorer([`cider(idf=${idf})`])
      .measure(few);
    expect(frozen.scores.corpus.cider).not.toBe(own.scores.corpus.cider);
    expect(frozen.scores.signatures.cider).not.toBe(own.scores.signatures.cider);
    expect(own.scores).toMatchObject({ benchmark: 'text', items: 3 });
  });
});

describe('names of metrics', () => {
  it('are given apart or with commas; default: those of the benchmark', () => {
    expect(metricNames(['bleu,cider', 'meteor'])).toEqual(['bleu', 'cider', 'meteor']);
    expect(metricNames([], benchmark)).toEqual(['meteor', 'spice', 'bleu']);
    expect(metricNames([''])).toContain('meteor');
  });

  it('may have options, and stand beside the usual ones', () => {
    expect(metricNames(['bleu,ter(asian,normalized)', 'chrf(beta=3)'])).toEqual(['bleu', 'ter(asian,normalized)', 'chrf(beta=3)']);
    expect(metricNames(['default,ter(asian)'], benchmark)).toEqual(['meteor', 'spice', 'bleu', 'ter(asian)']);
  });
});
