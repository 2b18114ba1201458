/** BERTScore over the embedded MiniLM against bert-score on the same weights (oracles/bertscore.py). */
import { describe, expect, it } from 'vitest';
import golden from '../../../../../test/golden/bertscore.json' with { type: 'json' };
import { loadMiniLmEncoder } from '../../../../sensebench/src/nlp/embeddings/encoder.ts';
import type { MetricInput, Tools } from '../../core/index.ts';
import { createBertscore } from './bertscore.ts';

const inputs = golden.sentences.items.map(
  ({ candidate, references }, i): MetricInput => ({
    item: { id: String(i), input: null, references, meta: {} },
    candidate,
    tokens: { candidate: [], references: [] },
  }),
);
const encoder = loadMiniLmEncoder();

describe.each([
  ['without IDF', { idf: false }, golden.sentences.plain],
  ['with IDF', { idf: true }, golden.sentences.idf],
])('BERTScore %s', (_, options, expected) => {
  it('equals bert-score on every item', async () => {
    const metric = createBertscore(options);
    const tools: Tools = { tokens: (_kind, text) => text.split(' '), analyse: async () => [], encoder: await encoder };
    const context = await metric.prepare!(inputs, tools);
    for (const [i, input] of inputs.entries()) {
      const { precision, recall, f } = await metric.segment(input, context);
      expect(Math.abs((precision ?? -1) - expected.precision[i])).toBeLessThanOrEqual(golden.tolerance);
      expect(Math.abs((recall ?? -1) - expected.recall[i])).toBeLessThanOrEqual(golden.tolerance);
      expect(Math.abs((f ?? -1) - expected.f[i])).toBeLessThanOrEqual(golden.tolerance);
    }
  });
});
