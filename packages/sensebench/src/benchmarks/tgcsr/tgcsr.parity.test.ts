/** The released ratings of two contexts, each rated in two ways: human scores, ground truth, agreement. */
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../../../../test/shared.ts';
import { bareTgcsrId } from './context.ts';
import { truthForEach } from './ground-truth.ts';
import { humanCeiling } from './human-ceiling.ts';
import { holdOutEach, humanScore } from './human-score.ts';
import { raterAgreement } from './rater-agreement.ts';
import { readTolerantRows, releasedRowSchema } from './ratings/read-jsonl-ratings.ts';
import { readRatings } from './ratings/read-ratings.ts';
import { assignSplits, phaseShares } from './splits.ts';

const folder = sharedPath('data/tgcsr');
const percent = (value: number | null) => (100 * (value ?? Number.NaN)).toFixed(2);

describe.skipIf(!folder)('the released ratings', () => {
  it.each([
    ['vacationing-abroad-mc', '80.57', '80.44'],
    ['camping-mc', '80.50', '80.45'],
    ['vacationing-abroad-tf', '80.41', '80.36'],
    ['camping-tf', '82.35', '82.35'],
  ])('%s has the human score %s from CSV and JSONL alike, %s with a gap as a no', async (name, score, asNo) => {
    for (const path of [`${folder}/${name}-ratings.csv`, `${folder}/${name}.jsonl`]) {
      const rated = await readRatings(path);
      expect(percent(humanScore(holdOutEach(rated)).f1)).toBe(score);
      expect(percent(humanScore(holdOutEach(rated, { missing: 'no' })).f1)).toBe(asNo);
    }
  });

  it('give the released ground truth of every pair: 8,052 labels of 1,342 pairs, 30 of them missing', async () => {
    const counts = { pairs: 0, labels: 0, missing: 0, different: 0 };
    for (const name of ['vacationing-abroad-mc', 'vacationing-abroad-tf', 'camping-mc', 'camping-tf']) {
      const rated = await readRatings(`${folder}/${name}-ratings.csv`);
      const ours = new Map(truthForEach(rated).map(({ pair, labels }) => [`${pair.question}/${pair.answer}`, labels]));
      const { rows } = await readTolerantRows(`${folder}/${name}-gt.jsonl`, name);
      for (const { value } of rows) {
        const { questionID, answerID, gt = [] } = releasedRowSchema.parse(value);
        const labels = ours.get(`${bareTgcsrId(questionID)}/${bareTgcsrId(answerID)}`) ?? [];
        counts.pairs++;
        gt.forEach(({ annotatorID, label }) => {
          const mine = labels[rated.annotators.indexOf(annotatorID)];
          counts.labels++;
          if (label === null) counts.missing++;
          if ((mine === null ? null : Number(mine)) !== label) counts.different++;
        });
      }
    }
    expect(counts).toEqual({ pairs: 1342, labels: 8052, missing: 30, different: 0 });
  });

  it('correlate between 0.59 and 0.79, with Cronbach’s α between 0.93 and 0.95', async () => {
    const vacation = raterAgreement(await readRatings(`${folder}/vacationing-abroad-mc-ratings.csv`));
    const camping = raterAgreement(await readRatings(`${folder}/camping-mc-ratings.csv`));
    expect(Math.min(vacation.pearsonLowest ?? 0, camping.pearsonLowest ?? 0).toFixed(2)).toBe('0.59');
    expect(Math.max(vacation.pearsonHighest ?? 0, camping.pearsonHighest ?? 0).toFixed(2)).toBe('0.79');
    expect([vacation.cronbachAlpha, camping.cronbachAlpha].map((value) => value?.toFixed(2))).toEqual(['0.93', '0.95']);
  });

  it('give a fair coin about the published 0.35', async () => {
    const { random } = humanCeiling(await readRatings(`${folder}/vacationing-abroad-mc-ratings.csv`), { resamples: 10 });
    expect(random.f1?.toFixed(3)).toBe('0.360');
  });

  it('split into the published 81, 77 and 173 pairs by whole questions', async () => {
    const { pairs } = await readRatings(`${folder}/vacationing-abroad-mc-ratings.csv`);
    const splitOf = assignSplits(pairs, { ...phaseShares(1), stratify: 'size' });
    const count = (split: string) => [...splitOf.values()].filter((each) => each === split).length;
    expect([count('train'), count('dev'), count('test')]).toEqual([81, 77, 173]);
  });

  it('have all nine categories in every split by pairs; by whole questions dev lacks the two that have two questions', async () => {
    const { pairs } = await readRatings(`${folder}/vacationing-abroad-mc-ratings.csv`);
    const categories = (by: 'question' | 'pair') => {
      const splitOf = assignSplits(pairs, { ...phaseShares(1), by });
      return ['train', 'dev', 'test'].map((split) => {
        const rows = pairs.filter(({ id }) => splitOf.get(id) === split);
        return [rows.length, new Set(rows.map(({ category }) => category)).size];
      });
    };
    expect(categories('pair')).toEqual([
      [81, 9],
      [77, 9],
      [173, 9],
    ]);
    expect(categories('question')).toEqual([
      [90, 9],
      [79, 7],
      [162, 9],
    ]);
  });
});
