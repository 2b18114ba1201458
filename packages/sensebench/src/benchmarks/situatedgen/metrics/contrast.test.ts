import type { Analysis, Embedder, MetricInput, Tools } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { contrast, maskKeywords } from './contrast.ts';

const NOUNS = new Set(['ice', 'sand', 'sea', 'desert', 'river']);
const analyse = (text: string): Analysis => ({
  text,
  tokens: [...text.matchAll(/\w+/g)].map((word) => ({
    text: word[0],
    start: word.index,
    end: word.index + word[0].length,
    tag: NOUNS.has(word[0].toLowerCase()) ? 'NN' : 'VB',
    lemma: word[0],
  })),
  entities: [...text.matchAll(/the Yellow River/g)].map((found) => ({
    text: found[0],
    type: 'LOC' as const,
    start: found.index,
    end: found.index + found[0].length,
  })),
});
/** Unit vectors of word counts over the first letters. */
const embedder: Embedder = {
  id: 'letters',
  dimensions: 27,
  embed: async (texts) => {
    const rows = new Float32Array(texts.length * 27);
    for (const [i, text] of texts.entries()) {
      for (const word of text.match(/\[UNK\]|\w+/g) ?? []) rows[i * 27 + (word === '[UNK]' ? 26 : word.toLowerCase().charCodeAt(0) - 97)]++;
      const row = rows.subarray(i * 27, (i + 1) * 27);
      const norm = Math.hypot(...row) || 1;
      for (let j = 0; j < 27; j++) row[j] /= norm;
    }
    return rows;
  },
};
const tools: Tools = { tokens: (_, text) => text.split(' '), analyse: async (texts) => texts.map(analyse), embedder };

async function run(candidates: string[], own = tools) {
  const inputs = candidates.map(
    (candidate): MetricInput => ({
      item: { id: candidate, input: null, references: [], meta: {} },
      candidate,
      tokens: { candidate: [], references: [] },
    }),
  );
  const context = await contrast.prepare!(inputs, own);
  const stats = await Promise.all(inputs.map((input) => contrast.segment(input, context)));
  return { stats, scores: contrast.score(stats, context), signature: contrast.signature(context) };
}

describe('masking', () => {
  it('puts one [UNK] for each entity and each noun outside of one', () => {
    expect(maskKeywords(analyse('Sand lies in the Yellow River and the sea.'))).toBe('[UNK] lies in [UNK] and the [UNK].');
  });
});

describe('the contrast score', () => {
  it('is 1 for two sentences of one shape, and gains over the plain cosine', async () => {
    const { scores } = await run(['Ice floats on the sea. Sand floats on the desert.']);
    expect(scores.contrast).toBeCloseTo(1, 6);
    expect(scores.contrastGain).toBeGreaterThan(0.1);
  });
  it('is lower for two sentences of different shape', async () => {
    const { scores } = await run(['Ice floats on the sea. Nobody knows why camels walk.']);
    expect(scores.contrast).toBeLessThan(0.5);
  });
  it('is 0 for fewer than two sentences, and counts those', async () => {
    expect((await run(['Ice floats.'])).scores).toEqual({ contrast: 0, contrastGain: 0 });
    expect((await run(['', 'Ice floats. Sand floats.'])).scores.contrast).toBeCloseTo(0.5, 6);
  });
  it('names its embedder and asks for one', async () => {
    expect((await run(['Ice.'])).signature).toContain('model:letters');
    await expect(run(['Ice.'], { ...tools, embedder: undefined })).rejects.toThrow('embedder');
  });
});
