import { createRandom } from '@sensebench/metrics/internal/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uniqueCompositions } from '../compositions.ts';
import type { ScoredSet } from './score-concept-sets.ts';
import { sampleByScore, splitSets, UNSEEN } from './split-sets.ts';

const toSet = (concepts: number[], score = 1): ScoredSet => ({ concepts, sentences: 2, diversity: 1, rarity: 1, score });
const set = fc.uniqueArray(fc.integer({ min: 0, max: 25 }), { minLength: 3, maxLength: 5 }).map((list) => list.sort((a, b) => a - b));
const sets = fc
  .uniqueArray(set, { maxLength: 80, selector: (concepts) => concepts.join('#') })
  .chain((lists) =>
    fc
      .array(fc.double({ min: 0.1, max: 100, noNaN: true }), { minLength: lists.length, maxLength: lists.length })
      .map((scores) => lists.map((list, i) => toSet(list, scores[i]))),
  );
const wanted = { dev: { 3: 4, 4: 3 }, test: { 4: 3, 5: 3 }, train: { 3: 30, 4: 30, 5: 30 } };
const SIZES = { pairs: 2, triples: 3 };

describe('splits', () => {
  for (const unseen of ['pairs', 'triples'] as const) {
    it(`have no ${unseen} of dev or test in train`, () => {
      fc.assert(
        fc.property(sets, fc.integer(), (scored, seed) => {
          const { train, dev, test } = splitSets(scored, { ...wanted, unseen, seed });
          const partsOf = (list: ScoredSet[]) =>
            uniqueCompositions(
              list.map(({ concepts }) => concepts.map(String)),
              SIZES[unseen],
            );
          const seen = partsOf(train);
          for (const part of partsOf([...dev, ...test])) expect(seen.has(part)).toBe(false);
        }),
      );
    });
  }

  it('share no set, keep the asked sizes, and account for every set that train must not have', () => {
    fc.assert(
      fc.property(sets, fc.constantFrom(...UNSEEN), fc.integer(), (scored, unseen, seed) => {
        const { train, dev, test, dropped } = splitSets(scored, { ...wanted, train: { 3: 99, 4: 99, 5: 99 }, unseen, seed });
        const all = [...train, ...dev, ...test];
        expect(new Set(all).size).toBe(all.length);
        expect(all.length + dropped.length).toBe(scored.length);
        expect(test.every(({ concepts }) => concepts.length > 3)).toBe(true);
        expect(dev.filter(({ concepts }) => concepts.length === 3).length).toBeLessThanOrEqual(4);
      }),
    );
  });

  it('are the same for a seed and differ between seeds', () => {
    const scored = Array.from({ length: 60 }, (_, i) => toSet([i, i + 100, i + 200], 1 + (i % 7)));
    const split = (seed: number) => splitSets(scored, { ...wanted, unseen: 'pairs', seed });
    expect(split(1)).toEqual(split(1));
    expect(split(1).dev).not.toEqual(split(2).dev);
  });
});

describe('sampling', () => {
  it('is in proportion to the score', () => {
    const pool = [1, 2, 3, 4].map((score) => toSet([score], score));
    const counts = [0, 0, 0, 0];
    const draws = 20_000;
    const random = createRandom('draws');
    for (let i = 0; i < draws; i++) counts[sampleByScore(pool, 1, random)[0].score - 1]++;
    // Standard errors are at most 0.0035.
    for (const [i, count] of counts.entries()) expect(Math.abs(count / draws - (i + 1) / 10)).toBeLessThan(0.014);
  });

  it('has no set twice and all of them where more are asked for', () => {
    const pool = Array.from({ length: 9 }, (_, i) => toSet([i], i + 1));
    expect(new Set(sampleByScore(pool, 5, createRandom(3))).size).toBe(5);
    expect(sampleByScore(pool, 20, createRandom(3))).toEqual(pool);
  });
});
