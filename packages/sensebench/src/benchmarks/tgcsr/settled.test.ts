import { expect, it } from 'vitest';
import { groundTruth } from './ground-truth.ts';
import { raterAgreement } from './rater-agreement.ts';
import { collectRatings } from './ratings/rated-pairs.ts';

const rate = (annotator: string, item: string, rating: number, final?: boolean) => ({
  task: 'tgcsr/rate',
  annotator,
  item,
  value: { rating, category: 'Time' },
  ...(final ? { final } : {}),
});

it('a final rating is the truth of its pair and leaves agreement as it was', () => {
  const ratings = [rate('A', 'c/1/1', 4), rate('B', 'c/1/1', 1), rate('A', 'c/1/2', 4), rate('B', 'c/1/2', 3)];
  const open = collectRatings(ratings);
  const settled = collectRatings([...ratings, rate('chief', 'c/1/1', 3, true)]);
  expect(groundTruth(open).removed).toHaveLength(1);
  expect(groundTruth(settled)).toMatchObject({ labels: [{ label: true, ratings: 1 }, { label: true }], removed: [] });
  expect(settled.annotators).toEqual(['A', 'B']);
  expect(raterAgreement(settled)).toEqual(raterAgreement(open));
});
