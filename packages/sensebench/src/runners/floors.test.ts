import type { Item, Runner } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { createCopyRunner } from './copy.ts';
import { createMajorityRunner } from './majority.ts';
import { createRandomRunner } from './random.ts';

const item = (id: string, references: string[]): Item => ({ id, input: id, references, meta: {} });
const say = (runner: Runner, own: Item, seed = 17) =>
  runner.predict({ item: own, prompt: '', examples: [], seed, signal: new AbortController().signal });
const choices = () => ['ice', 'fire', 'rain'];

describe('systems that say where zero is', () => {
  it('random draws a label by seed and id, each about equally often', async () => {
    const runner = createRandomRunner({ benchmark: { name: 'b', choices } });
    const counts: Record<string, number> = {};
    for (let i = 0; i < 300; i++) {
      const { prediction = '' } = await say(runner, item(String(i), []));
      counts[String(prediction)] = (counts[String(prediction)] ?? 0) + 1;
    }
    expect(Object.keys(counts).sort()).toEqual(['A', 'B', 'C']);
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(70);
    expect(await say(runner, item('x', []))).toEqual(await say(runner, item('x', [])));
  });

  it("random takes the benchmark's own guess before its choices, and needs one of the two", async () => {
    const runner = createRandomRunner({ benchmark: { name: 'b', choices, guess: ({ id }) => `guess ${id}` } });
    expect((await say(runner, item('x', []))).prediction).toBe('guess x');
    expect(() => createRandomRunner({ benchmark: { name: 'b' } })).toThrow(/b has neither/);
  });

  it('majority says the most frequent training label, and asks for training items without any', async () => {
    const pool = ['no', 'yes', 'no'].map((label, i) => item(String(i), [label]));
    const runner = createMajorityRunner({ benchmark: { name: 'b', choices }, pool });
    expect([runner.id, (await say(runner, item('x', []))).prediction]).toEqual(['majority:no', 'no']);
    expect(() => createMajorityRunner({ benchmark: { name: 'b', choices }, pool: [] })).toThrow(/give them with --train/);
    expect(() => createMajorityRunner({ benchmark: { name: 'b' }, pool })).toThrow(/b has none/);
  });

  it('copy answers with the reference that was taken out', async () => {
    const runner = createCopyRunner({ answerOf: ({ references }) => references[0] });
    expect((await say(runner, item('a', ['one', 'two']))).prediction).toBe('one');
  });
});
