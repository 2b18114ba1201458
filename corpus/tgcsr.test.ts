import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pearson } from '../packages/metrics/src/metrics/agreement/correlation.ts';
import { TGCSR_CATEGORIES } from '../packages/sensebench/src/benchmarks/tgcsr/context.ts';
import { readCsv, readText } from '../packages/sensebench/src/files/index.ts';
import { CONTEXTS, PROFILES, readAuthored, simulateRatings } from './tgcsr/simulate-ratings.ts';

const ANNOTATORS = Object.keys(PROFILES);

async function readContext(id: string) {
  const folder = fileURLToPath(new URL(`tgcsr/${id}`, import.meta.url));
  const { context, plausibility } = await readAuthored(folder);
  const ratings: Record<string, string>[] = [];
  for await (const { record } of readCsv(join(folder, 'ratings.csv'))) ratings.push(record);
  const csv = await readText(join(folder, 'ratings.csv'));
  const json = await readText(join(folder, 'ratings.json'));
  return { context, plausibility, ratings, csv, json };
}

describe.each(CONTEXTS)('%s', async (id) => {
  const { context, plausibility, ratings, csv, json } = await readContext(id);
  const questions = context.categories.flatMap((category) => category.questions);
  const answers = context.categories.flatMap((category) => category.answers);
  const pairs = context.categories.flatMap(({ name, questions, answers }) =>
    questions.flatMap((question) => answers.map((answer) => `${answer.id},${question.id},${name}`)),
  );

  it('has its folder as id and a theme of 80 to 150 words', () => {
    expect(context.id).toBe(id);
    const words = context.theme.split(/\s+/).length;
    expect(words).toBeGreaterThanOrEqual(80);
    expect(words).toBeLessThanOrEqual(150);
  });

  it('has the nine categories', () => {
    expect(context.categories.map((category) => category.name)).toEqual([...TGCSR_CATEGORIES]);
  });

  it('has no id and no text twice', () => {
    for (const entries of [questions, answers]) {
      expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
    }
    expect(new Set(questions.map((question) => question.text.toLowerCase())).size).toBe(questions.length);
    for (const category of context.categories) {
      expect(new Set(category.answers.map((answer) => answer.text.toLowerCase())).size).toBe(category.answers.length);
    }
  });

  it('has about as many pairs as the released context: 331', () => {
    expect(Math.abs(pairs.length - 331)).toBeLessThan(20);
  });

  it('judges exactly the pairs of each category, with two to five good answers to every question', () => {
    const judged = Object.entries(plausibility).flatMap(([question, fits]) => Object.keys(fits).map((answer) => `${answer},${question}`));
    expect(judged.sort()).toEqual(pairs.map((pair) => pair.split(',').slice(0, 2).join(',')).sort());
    for (const fits of Object.values(plausibility)) {
      const good = Object.values(fits).filter((fit) => fit >= 3).length;
      expect(good).toBeGreaterThanOrEqual(2);
      expect(good).toBeLessThanOrEqual(5);
    }
  });

  it('has a row of ratings 1 to 4 for every pair, with some gaps but fewer than 3%', () => {
    expect(ratings.map((row) => `${row.answerID},${row.questionID},${row.category}`)).toEqual(pairs);
    const cells = ratings.flatMap((row) => ANNOTATORS.map((annotator) => row[annotator]));
    expect(cells.filter((cell) => !/^[1-4]?$/.test(cell))).toEqual([]);
    const gaps = cells.filter((cell) => cell === '').length;
    expect(gaps).toBeGreaterThan(0);
    expect(gaps / cells.length).toBeLessThan(0.03);
  });

  it('has annotators who agree, but not fully', () => {
    for (const [i, first] of ANNOTATORS.entries()) {
      for (const second of ANNOTATORS.slice(i + 1)) {
        const both = ratings.filter((row) => row[first] !== '' && row[second] !== '');
        const r = pearson(
          both.map((row) => Number(row[first])),
          both.map((row) => Number(row[second])),
        );
        expect(r, `${first} and ${second}`).toBeGreaterThan(0.55);
        expect(r, `${first} and ${second}`).toBeLessThan(0.9);
      }
    }
  });

  it('has the labels of our own judgement, by the average of the ratings and by their mode', () => {
    const turned = ratings.filter((row) => {
      const given = ANNOTATORS.map((annotator) => row[annotator])
        .filter(Boolean)
        .map(Number);
      const good = plausibility[row.questionID][row.answerID] >= 3;
      const average = given.reduce((sum, rating) => sum + rating, 0) / given.length;
      const votes = given.filter((rating) => rating >= 3).length;
      return average > 2.5 !== good || votes > given.length / 2 !== good;
    });
    expect(turned).toEqual([]);
  });

  it('marks its ratings as simulated', () => {
    const { simulated, seed, profiles } = JSON.parse(json);
    expect(simulated).toBe(true);
    expect(seed).toBeTypeOf('number');
    expect(Object.keys(profiles)).toEqual(ANNOTATORS);
  });

  it('is reproduced byte for byte, and changes with the seed', async () => {
    expect(await simulateRatings(context, plausibility)).toEqual({ csv, json });
    expect((await simulateRatings(context, plausibility, { seed: 21 })).csv).not.toBe(csv);
  });
});
