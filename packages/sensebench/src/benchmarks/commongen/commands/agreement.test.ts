import type { Tools } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { PUBLISHED } from '../published.ts';
import { correlateMetrics, coveredOutputs } from './agreement.ts';

describe("the paper's Table 4", () => {
  // The paper says 0.94 for SPICE and 0.88 for METEOR; its own printed figures give them the other way round.
  it('correlates with the metrics of Table 3 as its printed figures give', () => {
    const hit1 = { ConstLeven: 0.032, 'GPT-2': 0.215, 'BERT-Gen': 0.223, UniLM: 0.21, BART: 0.263, 'T5-Large': 0.268 };
    const hits = Object.fromEntries(Object.entries(hit1).map(([system, value]) => [system, { 'hit@1': value }]));
    const systems = Object.fromEntries(
      PUBLISHED.filter(({ split, system }) => split === 'test' && system in hit1).map(({ system, scores }) => [
        system,
        { coverage: scores.coverageCommonGen, scores },
      ]),
    );
    const correlations = correlateMetrics(hits, systems);
    expect(correlations.spice).toBeCloseTo(1 - (6 * 4) / 210, 10);
    expect(correlations.meteor).toBeCloseTo(1 - (6 * 2) / 210, 10);
  });
});

/** Every word is its own lemma. */
const analyse: Tools['analyse'] = async (texts) =>
  texts.map((text) => ({
    text,
    entities: [],
    tokens: text.split(' ').map((word) => ({ text: word, start: 0, end: word.length, tag: 'NN', lemma: word })),
  }));

const items = ['0', '1', '2'].map((id) => ({ id, input: { concepts: ['dog', 'run'] }, references: [], meta: {} }));

describe('what people compare', () => {
  it('is only outputs with all concepts of their set', async () => {
    const outputs = new Map([
      ['0', 'dog run a'],
      ['1', 'dog sit'],
      ['9', 'dog run, for no item'],
    ]);
    const [{ name, outputs: kept }] = await coveredOutputs(items, [{ name: 'a', outputs }], { analyse });
    expect(name).toBe('a');
    expect([...kept]).toEqual([['0', 'dog run a']]);
  });
});
