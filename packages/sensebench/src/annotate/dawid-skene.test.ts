import { readFileSync } from 'node:fs';
import { createRandom } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { competenceOf, dawidSkene } from './dawid-skene.ts';

type Shares = Record<string, number>;
interface Case {
  name: string;
  labels: string[][];
  dawidSkene: { probabilities: Record<string, Shares>; priors: Shares; errors: Record<string, Record<string, Shares>> };
}
const golden: { competence: Omit<Case, 'name'>[] } = JSON.parse(
  readFileSync(new URL('../../../../test/golden/comparisons.json', import.meta.url), 'utf8'),
);
const CASES = golden.competence.map((one, i) => ({ name: `case ${i + 1}`, ...one }));

describe.each(CASES)('Dawid and Skene, $name', ({ labels, dawidSkene: wanted }) => {
  const found = dawidSkene(
    labels.map(([item, annotator, label]) => ({ item, annotator, label })),
    { rounds: 20, exact: 0 },
  );

  it('has the probabilities, priors and confusions of crowd-kit', () => {
    for (const [item, row] of Object.entries(wanted.probabilities)) {
      const own = found.probabilities.get(item) ?? [];
      for (const [label, value] of Object.entries(row)) expect(own[found.labels.indexOf(label)]).toBeCloseTo(value, 6);
    }
    for (const [label, value] of Object.entries(wanted.priors)) expect(found.priors[found.labels.indexOf(label)]).toBeCloseTo(value, 6);
    for (const [worker, rows] of Object.entries(wanted.errors)) {
      for (const [given, row] of Object.entries(rows)) {
        for (const [truth, value] of Object.entries(row))
          expect(found.confusion.get(worker)?.[found.labels.indexOf(given)][found.labels.indexOf(truth)]).toBeCloseTo(value, 6);
      }
    }
  });
});

describe('competence', () => {
  it('tells careful annotators from those who guess, better than the majority', () => {
    const random = createRandom(8);
    const skills: Record<string, number> = { good: 0.95, fine: 0.9, guess: 0.5, random: 0.5, other: 0.5 };
    const truth = Array.from({ length: 200 }, () => (random.next() < 0.5 ? 'yes' : 'no'));
    const decisions = truth.flatMap((right, i) =>
      Object.entries(skills).map(([annotator, skill]) => ({
        task: 'x/y',
        item: `i${i}`,
        annotator,
        value: random.next() < skill ? right : right === 'yes' ? 'no' : 'yes',
      })),
    );
    const { answer } = competenceOf({ value: z.enum(['yes', 'no']) }, decisions as never);
    expect(answer.annotators.good.competence).toBeGreaterThan(0.9);
    expect(answer.annotators.guess.competence).toBeLessThan(0.65);
    const right = (read: (item: (typeof answer.items)[string]) => string | null) =>
      truth.filter((label, i) => read(answer.items[`i${i}`]) === label).length;
    expect(right(({ label }) => label)).toBeGreaterThan(right(({ majority }) => majority) + 5);
  });

  it('says nothing where nobody shares an item', () => {
    const alone = [{ task: 'x/y', item: 'i', annotator: 'A', value: 'yes' as const }];
    expect(competenceOf({ value: z.enum(['yes', 'no']) }, alone)).toEqual({});
  });
});
