import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { InputError, type Item, type Metric, makeMetric, type Scores } from '../../core/index.ts';
import { chooseMetrics, METRICS } from '../registry.ts';
import { measure, score } from './score.ts';

interface Golden {
  tolerance: number;
  corpus: Record<string, number>;
  items: { candidate: string; references: string[]; scores: Record<string, number> }[];
}

const golden = JSON.parse(readFileSync(new URL('../../../../../test/golden/captions.json', import.meta.url), 'utf8')) as Golden;
const items: Item[] = golden.items.map(({ references }, i) => ({ id: `${i}`, input: null, references, meta: {} }));
const predictions = golden.items.map(({ candidate }) => candidate);
const item = (id: string, ...references: string[]): Item => ({ id, input: null, references, meta: {} });

describe('stopping', () => {
  it('is noticed while intervals are made', async () => {
    const stop = new AbortController();
    // Leaving each of 20,000 items out of its block takes seconds.
    const many = Array.from({ length: 20_000 }, (_, i) => ({ ...items[i % items.length], id: `${i}` }));
    const texts = many.map((_, i) => predictions[i % items.length]);
    setTimeout(() => stop.abort(new Error('stopped')), 400);
    const request = { items: many, predictions: texts, metrics: ['bleu'], intervals: {}, signal: stop.signal };
    await expect(score(request)).rejects.toThrow('stopped');
  });
});

describe('score, against the originals', () => {
  let scores: Scores;
  beforeAll(async () => {
    scores = await score({
      items,
      predictions,
      metrics: ['bleu', 'rouge', 'rougeMean', 'rougeStem', 'rougeStemMean', 'rougeLCoco', 'cider', 'meteor'],
      version: '0.1.0',
    });
  });

  it.each(Object.keys(golden.items[0].scores))('%s of every item', (output) => {
    for (const [i, { scores: expected, candidate }] of golden.items.entries()) {
      const difference = Math.abs((scores.perItem[i][output] as number) - expected[output]);
      expect(difference, `${output} of "${candidate}"`).toBeLessThanOrEqual(golden.tolerance);
    }
  });

  it.each(Object.keys(golden.corpus).filter((output) => output !== 'meteorParaphrases'))('%s of the corpus', (output) => {
    expect(Math.abs((scores.corpus[output] as number) - golden.corpus[output])).toBeLessThanOrEqual(golden.tolerance);
  });

  it('fits the contract, with a signature for each score', () => {
    expect(Object.keys(scores.signatures)).toEqual(Object.keys(scores.corpus));
    expect(scores.signatures.cider).toMatch(/^cider\|refs:1-7\|tok:coco\|idf:corpus@[0-9a-f]{8}\|n:4\|sigma:6\|v:0\.1\.0$/);
    expect(scores.signatures.meteor).toBe('meteor|refs:1-7,best|tok:coco,norm|match:exact+stem+synonym|params:1.5-en|v:0.1.0');
  });

  it('counts empty predictions', () => {
    expect(scores.empty).toBe(2);
    expect(scores.perItem[0]).toMatchObject({ bleu4: 0, rougeL: 0, cider: 0, meteor: 0 });
  });
});

describe('score', () => {
  const two = [item('a', 'the cat sat'), item('b', 'a dog ran')];

  it('takes predictions by id, in any order', async () => {
    const byId = await score({
      items: two,
      predictions: [
        { id: 'b', prediction: 'a dog ran' },
        { id: 'a', prediction: 'a cat' },
      ],
      metrics: ['bleu'],
    });
    expect(byId).toEqual(await score({ items: two, predictions: ['a cat', 'a dog ran'], metrics: ['bleu'] }));
  });

  it('gives only the outputs that were asked for', async () => {
    const { corpus } = await score({ items: two, predictions: ['x', 'y'], metrics: ['bleu4', 'rouge1'] });
    expect(Object.keys(corpus)).toEqual(['bleu4', 'rouge1']);
  });

  it('makes intervals around the score, the same for the same seed', async () => {
    const run = () =>
      score({
        items: items.slice(100, 200),
        predictions: predictions.slice(100, 200),
        metrics: ['bleu', 'rouge'],
        intervals: { seed: 3 },
      });
    const first = await run();
    const [low, high] = first.intervals?.bleu4 ?? [1, 0];
    expect(low).toBeLessThan(first.corpus.bleu4 as number);
    expect(high).toBeGreaterThan(first.corpus.bleu4 as number);
    expect(await run()).toEqual(first);
  });

  it('scores groups of items by themselves', async () => {
    const { breakdowns } = await score({
      items: two,
      predictions: ['the cat sat', 'x'],
      metrics: ['rouge1'],
      breakdowns: { animal: ({ id }) => (id === 'a' ? 'cat' : null) },
    });
    expect(breakdowns).toEqual({ animal: { cat: { items: 1, corpus: { rouge1: 1 } } } });
  });

  it('counts undefined scores and leaves them null', async () => {
    const never: Metric<null, undefined> = {
      name: 'never',
      outputs: ['never'],
      summary: '',
      signature: () => 'never',
      segment: () => null,
      score: () => ({ never: null }),
    };
    const scores = await score({ items: two, predictions: ['x', 'y'], metrics: ['never'], ownMetrics: [never as unknown as Metric] });
    expect(scores).toMatchObject({ corpus: { never: null }, undefined: { never: 2 } });
  });

  it('keeps the statistics of every item', async () => {
    const { measured } = await measure({ items: two, predictions: ['x', 'y'], metrics: ['bleu'] });
    expect(measured[0].stats).toHaveLength(2);
  });

  it.each([
    ['too few', ['x'], '1 predictions for 2 items'],
    ['a missing id', [{ id: 'a', prediction: '' }], 'no prediction for item "b"'],
    [
      'a second one',
      [
        { id: 'a', prediction: '' },
        { id: 'a', prediction: '' },
      ],
      'two predictions for item "a"',
    ],
  ])('refuses predictions with %s', async (_, wrong, message) => {
    await expect(score({ items: two, predictions: wrong as string[], metrics: ['bleu'] })).rejects.toThrow(new InputError(message));
  });

  it('refuses an item without references only where they are needed', async () => {
    const bare = [item('bare')];
    await expect(score({ items: bare, predictions: ['x'], metrics: ['bleu'] })).rejects.toThrow('item "bare" has no references');
    expect((await score({ items: bare, predictions: ['x y'], metrics: ['distinct1'] })).corpus.distinct1).toBe(1);
  });

  it('does not depend on the order of references, and stays within bounds', async () => {
    const sentence = fc
      .array(fc.constantFrom('a', 'dog', 'runs', 'the', 'park', 'in'), { minLength: 1, maxLength: 8 })
      .map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(sentence, fc.array(sentence, { minLength: 1, maxLength: 4 }), async (candidate, references) => {
        const metrics = ['bleu', 'rouge', 'rougeLCoco', 'cider'];
        const [there, back] = await Promise.all(
          [references, references.toReversed()].map((list) =>
            score({ items: [item('a', ...list), item('b', 'z')], predictions: [candidate, 'z'], metrics }),
          ),
        );
        for (const [output, value] of Object.entries(there.corpus)) {
          expect(back.corpus[output]).toBeCloseTo(value as number, 12);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(output.startsWith('cider') ? 10.000001 : 1.000001);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('METRICS', () => {
  it.each(Object.keys(METRICS).filter((name) => name !== 'spice'))('%s says what it gives', async (name) => {
    expect((await makeMetric(METRICS[name])).outputs).toEqual(METRICS[name].outputs);
  });

  it('names what was probably meant, or all metrics, when one is unknown', () => {
    expect(() => chooseMetrics(['blue'])).toThrow('unknown metric "blue"; did you mean "bleu"?');
    expect(() => chooseMetrics(['rouge8F1'])).toThrow(/unknown metric "rouge8F1"/);
    expect(() => chooseMetrics(['perplexity'])).toThrow(/expected some of accuracy, bertscore, bertscoreUnordered, bleu/);
  });
});
