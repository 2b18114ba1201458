import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { MetricInput, Tools } from '../../core/index.ts';
import { tokenizeCoco } from '../../nlp/tokens/tokenize-coco.ts';
import { loadWordNet } from '../../nlp/words/wordnet.ts';
import { pearson } from '../agreement/correlation.ts';
import { tupleScores } from './match-tuples.ts';
import { createSpice, type SpiceContext } from './spice.ts';

const spice = createSpice();

interface Golden {
  items: { candidate: string; references: string[]; f: number }[];
}

const { items } = JSON.parse(readFileSync(new URL('../../../../../test/golden/spice-answers.json', import.meta.url), 'utf8')) as Golden;

it("is near the original's on answers of two sentences, which it parses as one", async () => {
  const inputs = items.map(
    ({ candidate, references }, i): MetricInput => ({
      item: { id: String(i), input: null, references, meta: {} },
      candidate,
      tokens: { candidate: tokenizeCoco(candidate), references: references.map((text) => tokenizeCoco(text)) },
    }),
  );
  const context = (await spice.prepare?.(inputs, { wordnet: await loadWordNet() } as unknown as Tools)) as SpiceContext;
  const ours: number[] = [];
  for (const input of inputs) ours.push(tupleScores((await spice.segment(input, context)).all).f);
  const original = items.map(({ f }) => f);
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b) / values.length;
  expect(items.length).toBeGreaterThanOrEqual(300);
  expect(pearson(ours, original)).toBeGreaterThan(0.78);
  expect(Math.abs(mean(ours) - mean(original))).toBeLessThan(0.01);
});
