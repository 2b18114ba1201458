import { describe, expect, it } from 'vitest';
import type { MetricInput, Tools } from '../../core/index.ts';
import { type BleuSmoothing, COCO_SMOOTHING, createBleu } from './bleu.ts';
import { MAX_ORDER } from './ngrams.ts';

const tools: Tools = { tokens: (_, text) => text.split(' '), analyse: async () => [] };
const split = (text: string) => text.split(' ').filter((word) => word !== '');
const inputOf = (candidate: string, ...references: string[]): MetricInput => ({
  item: { id: candidate, input: null, references, meta: {} },
  candidate,
  tokens: { candidate: split(candidate), references: references.map(split) },
});

async function run(inputs: readonly MetricInput[], smoothing?: BleuSmoothing) {
  const metric = createBleu({ smoothing });
  const context = await metric.prepare!(inputs, tools);
  const stats = await Promise.all(inputs.map((input) => metric.segment(input, context)));
  return { stats, scores: metric.score(stats, context), signature: metric.signature(context) };
}

describe('BLEU', () => {
  it('is the geometric mean of the precisions', async () => {
    // "a b c d e" against "a b c d x": 4 of 5 words, 3 of 4 pairs, 2 of 3 triples, 1 of 2 quadruples; as long as the reference.
    const { scores } = await run([inputOf('a b c d e', 'a b c d x')]);
    expect(scores.bleu1).toBeCloseTo(4 / 5, 8);
    expect(scores.bleu2).toBeCloseTo(((4 / 5) * (3 / 4)) ** (1 / 2), 8);
    expect(scores.bleu3).toBeCloseTo(((4 / 5) * (3 / 4) * (2 / 3)) ** (1 / 3), 8);
    expect(scores.bleu4).toBeCloseTo(((4 / 5) * (3 / 4) * (2 / 3) * (1 / 2)) ** (1 / 4), 8);
  });

  it('counts a repeated word at most as often as one reference has it', async () => {
    // The paper's example: "the" stands twice in the first reference, once in the second.
    const { stats } = await run([inputOf('the the the the the the the', 'the cat is on the mat', 'there is a cat on the mat')]);
    expect(stats[0].correct).toEqual([2, 0, 0, 0]);
  });

  it('punishes an output that is shorter than the references, not one that is longer', async () => {
    // Two words against four, all right: precision 1, brevity exp(1 − 4 / 2).
    expect((await run([inputOf('a b', 'a b c d')])).scores.bleu1).toBeCloseTo(Math.exp(-1), 8);
    expect((await run([inputOf('a b c d', 'a b')])).scores.bleu1).toBeCloseTo(2 / 4, 8);
  });

  it('compares with the reference that is closest in length, the shorter of two', async () => {
    const { stats } = await run([inputOf('a b c', 'a', 'a b', 'a b c d'), inputOf('a', 'a b c', 'a b')]);
    expect(stats.map(({ referenceLength }) => referenceLength)).toEqual([2, 2]);
  });

  it('sums counts and lengths over items before it divides', async () => {
    // 1 of 1 and 0 of 3 words: 1 of 4, not the mean 1/2.
    expect((await run([inputOf('a', 'a'), inputOf('x y z', 'b c d')])).scores.bleu1).toBeCloseTo(1 / 4, 8);
  });

  it('is nearly 0, not 0, where no n-gram of an order is right, and null without items', async () => {
    const { scores } = await run([inputOf('a x', 'a b')]);
    // 1 of 2 words, 0 of 1 pair with 1e-15 for the 0.
    expect(scores.bleu2).toBeCloseTo(((1 / 2) * 1e-15) ** (1 / 2), 12);
    expect(scores.bleu2).toBeGreaterThan(0);
    expect((await run([])).scores).toEqual({ bleu1: null, bleu2: null, bleu3: null, bleu4: null });
  });

  it('has an output for each order', () => {
    expect(createBleu().outputs).toEqual(['bleu1', 'bleu2', 'bleu3', 'bleu4'].slice(0, MAX_ORDER));
  });
});

describe('the signature', () => {
  it('names the smoothing in use', async () => {
    expect((await run([inputOf('a', 'a', 'b')])).signature).toBe('bleu|refs:2|tok:coco|len:closest|smooth:coco');
    const none = await run([inputOf('a x', 'a b')], { name: 'none', numerator: 0, denominator: 0 });
    expect(none.signature).toBe('bleu|refs:1|tok:coco|len:closest|smooth:none');
    expect(none.scores.bleu2).toBe(0);
  });

  it('means by "coco" the numbers of pycocoevalcap', () => {
    expect(COCO_SMOOTHING).toEqual({ name: 'coco', numerator: 1e-15, denominator: 1e-9 });
  });
});
