import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderCache, memoryCache } from './step-cache.ts';
import { createStepRunner } from './step-runner.ts';

const runner = (cache = memoryCache(), signal = new AbortController().signal) => createStepRunner({ cache, signal, clock: () => 0 });

describe('the step runner', () => {
  it('computes a step once, and again when an option or an input changes', async () => {
    const steps = runner();
    let computed = 0;
    const double = (limit: number, input: string) =>
      steps.run({ name: 'double', version: 1, options: { limit }, inputs: [input], compute: async () => ({ computed: ++computed }) });
    const first = await double(2, 'a');
    const second = await double(2, 'a');
    expect(second).toEqual({ ...first, cached: true });
    expect((await double(3, 'a')).value).toEqual({ computed: 2 });
    expect((await double(2, 'b')).value).toEqual({ computed: 3 });
    expect(steps.log.map(({ cached }) => cached)).toEqual([false, true, false, false]);
  });

  it('goes on after a stop with the chunks that are there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'steps-'));
    const cache = folderCache(folder);
    const seen: number[][] = [];
    const square = (failAt: number) =>
      runner(cache).runChunks({
        name: 'square',
        version: 1,
        options: null,
        items: [1, 2, 3, 4, 5],
        size: 2,
        compute: async (items: readonly number[]) => {
          if (items.includes(failAt)) throw new Error('stopped');
          seen.push([...items]);
          return items.map((item) => item * item);
        },
      });
    await expect(square(5)).rejects.toThrow('stopped');
    expect(await square(0)).toEqual([1, 4, 9, 16, 25]);
    expect(seen).toEqual([[1, 2], [3, 4], [5]]);
    await rm(folder, { recursive: true });
  });

  it('keeps vectors as they are', async () => {
    const steps = runner();
    const vectors = () =>
      steps.runVectors({
        name: 'embed',
        version: 1,
        options: {},
        items: ['a', 'b', 'c'],
        size: 2,
        compute: async (texts) => Float32Array.from(texts.flatMap((text) => [text.charCodeAt(0), 0.1])),
      });
    const first = await vectors();
    expect([...first]).toEqual([97, 98, 99].flatMap((code) => [code, Math.fround(0.1)]));
    expect(await vectors()).toEqual(first);
  });

  it('stops between steps when asked to', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stop'));
    const steps = runner(memoryCache(), stop.signal);
    await expect(steps.run({ name: 'x', version: 1, options: {}, inputs: [], compute: async () => 1 })).rejects.toThrow('stop');
  });
});
