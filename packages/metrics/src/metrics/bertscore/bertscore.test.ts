import { describe, expect, it } from 'vitest';
import golden from '../../../../../test/golden/bertscore.json' with { type: 'json' };
import type { EncodedText, Encoder, MetricInput, Tools } from '../../core/index.ts';
import { createBertscore, greedyMatch, unitRows, weigh } from './bertscore.ts';

/** A vector per known word, one dimension each; [CLS] and [SEP] around. */
const WORDS = ['[CLS]', '[SEP]', 'ice', 'sand', 'sea', 'icy'];
const encoder: Encoder = {
  id: 'toy',
  dimensions: WORDS.length,
  layers: 2,
  encode: async (texts) =>
    texts.map((text): EncodedText => {
      const tokens = ['[CLS]', ...text.split(' ').filter(Boolean), '[SEP]'];
      const states = new Float32Array(tokens.length * WORDS.length);
      for (const [row, token] of tokens.entries()) {
        // "icy" points halfway to "ice".
        states[row * WORDS.length + WORDS.indexOf(token)] = token === 'icy' ? 0.8 : 2;
        if (token === 'icy') states[row * WORDS.length + WORDS.indexOf('ice')] = 0.6;
      }
      return { tokens, ids: tokens.map((token) => WORDS.indexOf(token)), special: tokens.map((token) => token.startsWith('[')), states };
    }),
};
const toolsWith = (own: Encoder | undefined): Tools => ({ tokens: (_, text) => text.split(' '), analyse: async () => [], encoder: own });

async function run(pairs: [string, string[]][], options: Parameters<typeof createBertscore>[0] = {}, own: Encoder | undefined = encoder) {
  const metric = createBertscore(options);
  const inputs = pairs.map(
    ([candidate, references], i): MetricInput => ({
      item: { id: String(i), input: null, references, meta: {} },
      candidate,
      tokens: { candidate: [], references: [] },
    }),
  );
  const context = await metric.prepare!(inputs, toolsWith(own));
  const stats = await Promise.all(inputs.map((input) => metric.segment(input, context)));
  return { stats, scores: metric.score(stats, context), signature: metric.signature(context) };
}

describe('greedy matching, as bert-score', () => {
  it.each(golden.matching.map((row, index) => ({ index, row })))('case $index', ({ row }) => {
    const text = (states: number[], weights: number[]): EncodedText =>
      unitRows(
        {
          tokens: weights.map(String),
          ids: weights.map((_, i) => i),
          special: weights.map((_, i) => i === 0 || i === weights.length - 1),
          states: Float32Array.from(states),
        },
        4,
      );
    const match = greedyMatch(text(row.candidate, row.weights.candidate), text(row.reference, row.weights.reference), 4);
    const precision = weigh(match, (id) => row.weights.candidate[id] ?? 0).precision;
    const recall = weigh(match, (id) => row.weights.reference[id] ?? 0).recall;
    expect(precision).toBeCloseTo(row.precision, 5);
    expect(recall).toBeCloseTo(row.recall, 5);
  });
});

describe('BERTScore', () => {
  it('is 1 for the reference itself and takes the best reference', async () => {
    expect((await run([['ice sea', ['sand', 'ice sea']]])).scores).toMatchObject({ bertscoreP: 1, bertscoreR: 1, bertscoreF: 1 });
  });
  it('gives P over the candidate and R over the reference', async () => {
    // "icy" against "ice sand": its cosine with "ice" is 0.6, and "sand" has nothing.
    const { scores } = await run([['icy', ['ice sand']]]);
    expect(scores.bertscoreP).toBeCloseTo(0.6, 6);
    expect(scores.bertscoreR).toBeCloseTo(0.3, 6);
    expect(scores.bertscoreF).toBeCloseTo(0.4, 6);
  });
  it('weighs rare words more with IDF', async () => {
    const pairs: [string, string[]][] = [
      ['ice', ['ice sand']],
      ['ice', ['ice']],
    ];
    // N = 2: "ice" log(3/3) = 0, "sand" log(3/2); the first recall rests on "sand" alone, the second on nothing.
    const { stats } = await run(pairs, { idf: true });
    expect(stats[0].recall).toBe(0);
    expect(stats[1].recall).toBeNull();
    expect(stats[1].f).toBeNull();
  });
  it('gives an empty candidate 0', async () => {
    expect((await run([['', ['ice']]])).stats[0]).toEqual({ precision: 0, recall: 0, f: 0 });
  });
  it('rescales with the published baseline of the model, roberta-large layer 17 by default', async () => {
    const roberta = { ...encoder, id: '/models/roberta-large', layers: 24 };
    const { scores, signature } = await run([['icy', ['ice']]], { rescale: true }, roberta);
    expect(scores.bertscoreRRescaled).toBeCloseTo((0.6 - 0.8314941) / (1 - 0.8314941), 6);
    expect(signature).toBe('bertscore|model:roberta-large|layer:17|idf:no|refs:best|rescaled:bert-score-0.3.12');
  });
  it('refuses to rescale a model without a baseline, and to run without an encoder', async () => {
    await expect(run([['ice', ['ice']]], { rescale: true })).rejects.toThrow('baseline');
    const metric = createBertscore();
    await expect(metric.prepare!([], toolsWith(undefined))).rejects.toThrow('encoder');
  });
  it('names encoder, layer and weights in its signature', async () => {
    expect((await run([['ice', ['ice']]], { layer: 1 })).signature).toBe('bertscore|model:toy|layer:1|idf:no|refs:best');
    expect((await run([['ice', ['ice']]], { idf: true })).signature).toBe('bertscore|model:toy|layer:2|idf:references|refs:best');
  });
});
