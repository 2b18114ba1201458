import { describe, expect, it } from 'vitest';
import { collect, createStepRunner, memoryStore } from '../../../build/steps/index.ts';
import type { CommonGenRow } from '../row.ts';
import { extractConcepts } from './extract-concepts.ts';
import { mineStep } from './score-concept-sets.ts';
import { splitStep } from './split-step.ts';

/** Every caption has three neighbours of a circle of 60 words, twice with other endings. */
const words = Array.from({ length: 60 }, (_, i) => `w${String.fromCharCode(97 + Math.floor(i / 26))}${String.fromCharCode(97 + (i % 26))}`);
const captions = words.flatMap((_, i) =>
  ['once', 'twice'].map((end) => {
    const lemmas = [0, 1, 2].map((step) => words[(i + step) % words.length]);
    return { caption: `${lemmas.join(' ')} ${end}`, lemmas, kinds: 'NNN' };
  }),
);

async function split(perSet: number, written: CommonGenRow[] = []) {
  const runner = createStepRunner({
    store: memoryStore(),
    tools: async () => ({ tokens: () => [], analyse: async () => [] }),
    signal: new AbortController().signal,
    clock: () => 0,
  });
  const { rows, facts } = extractConcepts(captions, { vocabulary: { has: () => true } });
  const give = { name: 'concepts', version: 1, options: mineStep.options, over: 'all' as const };
  const found = await runner.run({ ...give, run: () => ({ rows, dropped: [], facts: { ...facts } }) }, { least: 2 }, []);
  const sets = await runner.run(mineStep, { least: 2 }, found);
  const given = written.length > 0 ? await runner.sources([{ name: 'written', read: () => written }]) : [];
  const sizes = { train: { 3: 100 }, dev: { 3: 2 }, test: { 3: 50 } };
  const keys = await runner.run(splitStep, { sizes, unseen: 'pairs', perSet, perCaption: 8, least: 1, seed: 1 }, [
    ...found,
    ...sets,
    ...given,
  ]);
  return { rows: await collect(runner.rows(keys)), dropped: await collect(runner.ledger(keys)) };
}

describe('splits with distant references', () => {
  it('hold out at most a twentieth of the sets of a size, and drop from train what shares a pair with them', async () => {
    const { rows, dropped } = await split(4);
    const count = (name: string) => rows.filter((row) => row.split === name).length;
    expect({ dev: count('dev'), test: count('test') }).toEqual({ dev: 2, test: 3 });
    expect(count('train') + dropped.length).toBe(60 - 5);
    expect(dropped.length).toBeGreaterThan(0);
    // The ledger names words, not numbers.
    expect(dropped[0].ids[0].split('#').every((word) => words.includes(word))).toBe(true);
  });

  it('give each set some of its captions, in their order', async () => {
    for (const { row } of (await split(1)).rows) expect(row.scene).toHaveLength(1);
    for (const { row } of (await split(4)).rows) {
      expect(row.scene.map((caption) => caption.split(' ').at(-1))).toEqual(['once', 'twice']);
      expect(row.concept_set.split('#').every((word) => row.scene[0].includes(word))).toBe(true);
    }
  });

  it('hold out the written sets and draw none where there are any; train has no pair of them', async () => {
    const written = [0, 20, 40].map((i) => ({
      concept_set: `${words[i + 1]}#new#${words[i]}`,
      scene: [`Written ${i}.`],
      reason: ['So it is.'],
    }));
    const { rows, dropped } = await split(4, written);
    const held = rows.filter((row) => row.split !== 'train').map(({ row }) => row);
    expect(held).toHaveLength(3);
    expect(held).toEqual(expect.arrayContaining(written));
    // Each pair of neighbours is in two of the 60 sets.
    expect(dropped.map(({ rule }) => rule)).toEqual(Array(6).fill('shares pairs with dev or test'));
    expect(rows).toHaveLength(3 + 60 - 6);
  });
});
