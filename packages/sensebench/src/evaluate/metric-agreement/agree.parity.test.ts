/** CommonGen's own ranks (section 5.2): what was repaired of them follows the order of showing, and the figures say so. */
import { expect, it } from 'vitest';
import { sharedPath } from '../../../../../test/shared.ts';
import { agreeWithPeople } from './agree-with-people.ts';
import { orderNotes } from './agreement-tables.ts';
import { readJudgements } from './read-judgements.ts';

const file = sharedPath('data/commongen/ratings.jsonl');

it.skipIf(!file)('ranks of six systems follow the order more than the five pretrained systems', async () => {
  const outputs = await readJudgements([file ?? '']);
  expect(outputs).toHaveLength(534);
  // The share of the references' words: enough to see what holding the order fixed does.
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z]+/g));
  const scored = outputs.map((judged) => {
    const known = wordsOf(judged.references.join(' '));
    const own = [...wordsOf(judged.output)];
    return { ...judged, scores: { overlap: own.filter((word) => known.has(word)).length / (own.length || 1) } };
  });
  const found = agreeWithPeople(scored, { metrics: ['overlap'], resamples: 100, seed: 1 });
  expect(found).toMatchObject({ items: 89, annotators: ['1', '2', '3', '4'] });
  expect(found.position?.p).toBeLessThan(1e-6);
  const { withoutWeakest } = found.position?.shares ?? {};
  expect(withoutWeakest?.left).toBe('ConstLeven');
  expect(withoutWeakest?.order).toBeGreaterThan(0.6);
  expect(withoutWeakest?.systems).toBeLessThan(0.01);
  expect(orderNotes(found).at(-1)).toMatch(/not a yardstick for metrics/);
  expect(found.metrics.overlap.fixed?.pearson?.value).toBeGreaterThan(found.metrics.overlap.output?.pearson?.value ?? 1);
});
