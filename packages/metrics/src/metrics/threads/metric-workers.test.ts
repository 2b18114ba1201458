import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Item, SetupError } from '../../core/index.ts';
import { FEWEST_ITEMS, type MetricWorkers } from '../score/measure-items.ts';
import { score } from '../score/score.ts';
import { startMetricWorkers } from './metric-workers.ts';

interface Golden {
  items: { candidate: string; references: string[] }[];
}

const golden = JSON.parse(readFileSync(new URL('../../../../../test/golden/captions.json', import.meta.url), 'utf8')) as Golden;
const all: Item[] = golden.items.map(({ references }, i) => ({ id: `${i}`, input: null, references, meta: {} }));
const texts = golden.items.map(({ candidate }) => candidate);

/** The workers, and how often they were asked to measure. */
function watched(workers: MetricWorkers): MetricWorkers & { asked: number } {
  const watch = {
    ...workers,
    asked: 0,
    measure(...given: Parameters<MetricWorkers['measure']>) {
      watch.asked++;
      return workers.measure(...given);
    },
  };
  return watch;
}

describe('metric workers', () => {
  let workers: MetricWorkers & { asked: number };

  beforeAll(() => {
    const started = startMetricWorkers(2);
    if (!started) throw new Error('no workers');
    workers = watched(started);
  });
  afterAll(() => workers.close());

  it('give what one thread gives, to the last bit and in the same order', async () => {
    const metrics = ['spice', 'bleu', 'meteor', 'cider'];
    const items = all.slice(0, FEWEST_ITEMS + 3);
    const predictions = texts.slice(0, items.length);
    const alone = await score({ items, predictions, metrics });
    expect(JSON.stringify(await score({ items, predictions, metrics, workers }))).toBe(JSON.stringify(alone));
    expect(workers.asked).toBe(1);
    const backwards = { items: all.toReversed(), predictions: texts.toReversed(), metrics: ['bleu', 'meteor'] };
    expect(JSON.stringify(await score({ ...backwards, workers }))).toBe(JSON.stringify(await score(backwards)));
  });

  it('give the same for items in many blocks', async () => {
    const request = { items: all.slice(0, 101), predictions: texts.slice(0, 101), metrics: ['spice', 'meteor'] };
    const small = startMetricWorkers(2, { block: 20 });
    try {
      expect(JSON.stringify(await score({ ...request, workers: small }))).toBe(JSON.stringify(await score(request)));
    } finally {
      small?.close();
    }
  });

  it('are not asked for few items, nor for metrics that take no time', async () => {
    const before = workers.asked;
    const few = { items: all.slice(0, FEWEST_ITEMS - 1), predictions: texts.slice(0, FEWEST_ITEMS - 1) };
    await score({ ...few, metrics: ['meteor'], workers });
    await score({ items: all, predictions: texts, metrics: ['bleu'], workers });
    expect(workers.asked).toBe(before);
  });

  it('fail as one thread does', async () => {
    const request = { items: all, predictions: texts, metrics: ['meteor'], options: { meteor: { paraphrases: new Uint8Array(100) } } };
    const here = await score(request).catch((error: unknown) => error);
    const there = await score({ ...request, workers }).catch((error: unknown) => error);
    expect(here).toBeInstanceOf(SetupError);
    expect(there).toBeInstanceOf(SetupError);
    expect((there as Error).message).toBe((here as Error).message);
    // And serve afterwards.
    await expect(score({ items: all, predictions: texts, metrics: ['meteor'], workers })).resolves.toMatchObject({ items: all.length });
  });

  it('say so when a thread ends before it answers', async () => {
    const ended = startMetricWorkers(1);
    const scoring = score({ items: all, predictions: texts, metrics: ['meteor'], workers: ended });
    setTimeout(() => ended?.close(), 20);
    await expect(scoring).rejects.toThrow('ended before it answered');
  });
});

describe('startMetricWorkers', () => {
  it('starts none where there is no further core', () => {
    expect(startMetricWorkers(0)).toBeNull();
  });

  it('starts threads that keep no process alive, closed or not', () => {
    const script = `import { startMetricWorkers } from '${import.meta.resolve('./metric-workers.ts')}';
      startMetricWorkers(2).prepare([{ name: 'meteor', options: {} }]);`;
    const { status, signal, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' });
  });
});
