import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item, MetricInput } from '../core/index.ts';
import { accuracy, classification, confusionCounts, READ_LABEL, readLabel, readYesNo } from './answers.ts';
import { chooseMetrics } from './registry.ts';
import { score } from './score/score.ts';

const input = (reference: string, candidate: string): MetricInput => ({
  item: { id: '1', input: null, references: [reference], meta: {} },
  candidate,
  tokens: { candidate: [], references: [[]] },
});
const classified = async (pairs: [string, string][]) =>
  classification.score(
    await Promise.all(pairs.map(([reference, candidate]) => classification.segment(input(reference, candidate), undefined))),
    undefined,
  );

describe('classification', () => {
  it('reads yes and no in their usual spellings', () => {
    expect(['Yes.', ' no', '1', 'FALSE', 'maybe', ''].map(readYesNo)).toEqual([true, false, true, false, null, null]);
  });
  it('counts an unreadable answer as wrong, and never as a yes', async () => {
    expect(
      await classified([
        ['yes', 'yes'],
        ['yes', 'perhaps'],
        ['no', 'perhaps'],
        ['no', 'no'],
      ]),
    ).toEqual({
      precision: 1, // one yes, and it was right
      recall: 1 / 2,
      f1: 2 / 3,
      accuracy: 2 / 4,
      yesShare: 1 / 4,
    });
  });
  it('is undefined without items', () => {
    expect(Object.values(classification.score([], undefined))).toEqual([null, null, null, null, null]);
  });
  it('adds up over items', () => {
    expect(
      confusionCounts([
        { truth: true, predicted: true },
        { truth: false, predicted: true },
      ]),
    ).toMatchObject({ truePositive: 1, falsePositive: 1 });
  });
  it('refuses a reference that is neither', () => {
    expect(() => classification.segment(input('blue', 'yes'), undefined)).toThrow('blue');
  });
});

const itemsOf = (references: readonly string[]): Item[] =>
  references.map((reference, i) => ({ id: String(i), input: null, references: [reference], meta: {} }));
const scored = (references: readonly string[], predictions: readonly string[], metrics: string[]) =>
  score({ items: itemsOf(references), predictions, metrics, intervals: { seed: 1 } });

describe('accuracy', () => {
  it('is the share of right labels, for any number of labels', async () => {
    const { corpus, perItem, intervals, signatures } = await scored(['A', 'B', 'C', 'D'], ['A', ' b', 'D', ''], ['accuracy']);
    expect(corpus).toEqual({ accuracy: 2 / 4 });
    expect(perItem.map(({ accuracy }) => accuracy)).toEqual([1, 1, 0, 0]);
    expect(intervals?.accuracy[0]).toBeLessThan(0.5);
    expect(intervals?.accuracy[1]).toBeGreaterThan(0.5);
    expect(signatures.accuracy).toMatch(/^accuracy\|match:label\|case:lower\|v:[\d.]+\|ci:/);
  });

  it('is the number that classification gives for yes and no', async () => {
    const [references, predictions] = [
      ['yes', 'no', 'yes', 'no', 'no'],
      ['yes', 'yes', 'no', 'no', 'perhaps'],
    ];
    const alone = await scored(references, predictions, ['accuracy']);
    const together = await scored(references, predictions, ['classification']);
    expect(alone.corpus.accuracy).toBe(2 / 5);
    expect(together.corpus.accuracy).toBe(2 / 5);
  });

  it('is asked for by its name; classification gives its own', () => {
    const names = (asked: string[], own = [] as (typeof classification)[]) =>
      chooseMetrics(asked, own).map(({ name, outputs }) => [name, ...outputs]);
    const all = ['classification', 'f1', 'precision', 'recall', 'accuracy', 'yesShare'];
    expect(names(['accuracy'])).toEqual([['accuracy', 'accuracy']]);
    expect(names(['classification'])).toEqual([all]);
    expect(names(['classification', 'accuracy'])).toEqual([all]);
    expect(names(['f1', 'accuracy'])).toEqual([
      ['classification', 'f1'],
      ['accuracy', 'accuracy'],
    ]);
    expect(names(['accuracy'], [classification])).toEqual([['classification', 'accuracy']]);
  });
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc
    .tuple(
      fc.constantFrom('', ' ', '"', '¿', '\u00a0', '('),
      fc.constantFrom('yes', 'no', 'TRUE', 'false', '1', '0', 'A', 'b', 'no yes', 'yes,no', 'ja'),
      fc.constantFrom('', '.', ' ', '\n', '!)', ' because'),
    )
    .map((parts) => parts.join('')),
);
const labels = fc.constantFrom(['yes', 'no'], ['no', 'yes'], ['true', 'false'], ['A', 'B', 'C'], ['0', '1', '2'], ['yes', 'no', 'maybe']);

describe('the label that a text names', () => {
  it('is read by yes and no as the classification reads them', () => {
    fc.assert(
      fc.property(text, (own) => {
        const truth = readYesNo(own);
        expect(readLabel(own, ['no', 'yes'])).toBe(truth === null ? null : truth ? 'yes' : 'no');
      }),
    );
  });

  it('is the one that the accuracy finds right', () => {
    fc.assert(
      fc.property(text, labels, (own, list) => {
        const read = readLabel(own, list);
        const right = list.filter((label) => {
          const item = { id: 'a', input: '', references: [label], meta: {} };
          return accuracy.segment({ item, candidate: read ?? own, tokens: { candidate: [], references: [] } }, undefined) === 1;
        });
        expect(right).toEqual(read === null ? [] : [read]);
      }),
    );
  });

  it('is the same in the scripts of starter kits', () => {
    const script = runInNewContext(`${READ_LABEL}; readLabel`) as typeof readLabel;
    fc.assert(
      fc.property(text, labels, (own, list) => {
        expect(script(own, list)).toBe(readLabel(own, list));
      }),
    );
  });
});
