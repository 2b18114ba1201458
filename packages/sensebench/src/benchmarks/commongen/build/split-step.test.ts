import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, createStepRunner, memoryStore } from '../../../build/steps/index.ts';
import type { CommonGenRow } from '../item.ts';
import { extractConcepts } from './extract-concepts.ts';
import { mineStep } from './score-concept-sets.ts';
import { createSentenceIndex, splitStep, splitWritten } from './split-step.ts';

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

describe('the sentences of a set', () => {
  it('are those with all its concepts', () => {
    const sentencesOf = createSentenceIndex({
      concepts: Int32Array.from([0, 1, 2, 0, 1, 2, 3, 0, 1, 3, 1, 4]),
      starts: Int32Array.from([0, 3, 7, 10, 12]),
      vocabulary: 5,
    });
    expect(sentencesOf([0, 1, 2])).toEqual([0, 1]);
    expect(sentencesOf([0, 3])).toEqual([1, 2]);
    expect(sentencesOf([2, 4])).toEqual([]);
  });
});

const SIZES = { test: { 4: 747, 5: 750 }, dev: { 3: 493, 4: 250, 5: 250 } };
const row = (concepts: string, ...scene: string[]): CommonGenRow => ({ concept_set: concepts.split('').join('#'), scene });
/** As many sets of a size as asked for, each with a sentence of its own. */
const sets = (size: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    concept_set: Array.from({ length: size }, (_, place) => `${size}-${i}-${place}`).join('#'),
    scene: [`${size}-${i}`],
  }));
function counts(rows: readonly CommonGenRow[]): Record<number, number> {
  const found: Record<number, number> = {};
  for (const { concept_set: set } of rows) found[set.split('#').length] = (found[set.split('#').length] ?? 0) + 1;
  return found;
}

describe('written sets', () => {
  it('are divided in the proportion of the asked sizes; triples are for dev alone', () => {
    const { dev, test, dropped } = splitWritten([...sets(3, 9), ...sets(4, 40), ...sets(5, 20)], { ...SIZES, seed: 1 });
    expect(counts(test)).toEqual({ 4: 30, 5: 15 });
    expect(counts(dev)).toEqual({ 3: 9, 4: 10, 5: 5 });
    expect(dropped).toEqual([]);
  });

  it('beyond the asked sizes are dropped, with the rule', () => {
    const { dev, test, dropped } = splitWritten(sets(4, 9), { dev: { 4: 2 }, test: { 4: 3 }, seed: 1 });
    expect([dev.length, test.length]).toEqual([2, 3]);
    expect(dropped.map(({ rule }) => rule)).toEqual(Array(4).fill('more written sets than asked for'));
  });

  it('with the concepts or the references of an earlier set are dropped', () => {
    const rows = [row('abc', 'x', 'y'), row('cba', 'z'), row('def', 'y', 'x'), row('ghi', 'x')];
    const { dev, dropped } = splitWritten(rows, { ...SIZES, seed: 1 });
    expect(dev).toEqual([rows[0], rows[3]]);
    expect(dropped.map(({ rule, ids }) => `${ids}: ${rule}`)).toEqual([
      'c#b#a: the same concepts twice',
      'd#e#f: has the same references as another set',
    ]);
  });

  it('share no reference between dev and test, and none is lost', () => {
    const sentence = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
    const written = fc.array(fc.tuple(fc.integer({ min: 3, max: 5 }), fc.uniqueArray(sentence, { minLength: 1, maxLength: 3 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(written, fc.integer(), (list, seed) => {
        const rows = list.map(([size, scene], i) => ({
          concept_set: 'abcde'
            .slice(0, size)
            .split('')
            .map((c) => c + i)
            .join('#'),
          scene,
        }));
        const { dev, test, dropped } = splitWritten(rows, { ...SIZES, seed });
        const inTest = new Set(test.flatMap(({ scene }) => scene));
        expect(dev.flatMap(({ scene }) => scene).filter((each) => inTest.has(each))).toEqual([]);
        expect(dev.length + test.length + dropped.length).toBe(rows.length);
        expect(test.every(({ concept_set: set }) => set.split('#').length > 3)).toBe(true);
      }),
    );
  });
});
