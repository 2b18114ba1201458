/** Item response models: equal to girth, and right where the truth is known. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../core/index.ts';
import { pearson } from '../agreement/correlation.ts';
import { fitItems, type ItemModel, type Responses } from './fit-items.ts';

interface Golden {
  tables: {
    answers: string[];
    '1pl': { difficulty: number[]; discrimination: number };
    '2pl': { difficulty: number[]; discrimination: number[] };
  }[];
}

const golden = JSON.parse(readFileSync(new URL('../../../../../test/golden/item-response.json', import.meta.url), 'utf8')) as Golden;

const parse = (rows: readonly string[]): Responses => rows.map((row) => [...row].map((digit) => (digit === '1' ? 1 : 0)));
const parameters = (responses: Responses, model: ItemModel) => fitItems(responses, { model }).items.map((item) => item!);

/** girth keeps discriminations between 0.25 and 5; where one ends there, the likelihood has its maximum elsewhere. */
const FREE = { least: 0.3, most: 4 };

describe('against girth', () => {
  it.each(golden.tables)('table %#', ({ answers, '1pl': one, '2pl': two }) => {
    const responses = parse(answers);
    const same = parameters(responses, '1pl');
    expect(correlation(same, one.difficulty, 'difficulty')).toBeGreaterThan(0.999);
    expect(same[0].discrimination / one.discrimination).toBeCloseTo(1, 1);
    const free = two.discrimination.flatMap((value, item) => (value > FREE.least && value < FREE.most ? [item] : []));
    const own = parameters(responses, '2pl');
    for (const name of ['difficulty', 'discrimination'] as const) {
      const [ours, theirs] = [free.map((item) => own[item]), free.map((item) => two[name][item])];
      expect(correlation(ours, theirs, name)).toBeGreaterThan(0.999);
    }
    expect(free.length).toBeGreaterThan(answers[0].length * 0.8);
    const theirs = two.discrimination.map((discrimination, item) => ({ discrimination, difficulty: two.difficulty[item] }));
    expect(logLikelihood(responses, own)).toBeGreaterThanOrEqual(logLikelihood(responses, theirs) - 1e-6);
  });
});

type Named = 'difficulty' | 'discrimination';

function correlation(ours: readonly Record<Named, number>[], theirs: readonly number[], name: Named): number {
  return pearson(
    ours.map((item) => item[name]),
    theirs,
  )!;
}

/** Over abilities from -6 to 6, item by item: slow and plain. */
function logLikelihood(responses: Responses, items: readonly Record<Named, number>[]): number {
  const nodes = Array.from({ length: 241 }, (_, q) => -6 + q / 20);
  const shares = nodes.map((node) => Math.exp((-node * node) / 2));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const chances = nodes.map((node) =>
    items.map(({ difficulty, discrimination }) => 1 / (1 + Math.exp(-discrimination * (node - difficulty)))),
  );
  const likelihood = (row: Responses[number]) =>
    chances.reduce(
      (sum, at, q) =>
        sum + (shares[q] / total) * row.reduce<number>((product, answer, i) => product * (answer === 1 ? at[i] : 1 - at[i]), 1),
      0,
    );
  return responses.reduce((sum, row) => sum + Math.log(likelihood(row)), 0);
}

/** Answers of systems with known abilities to items with known parameters. */
function simulate({ systems, items, slope }: { systems: number; items: readonly number[]; slope: (item: number) => number }): Responses {
  const random = createRandom('item-response');
  const normal = () => Array.from({ length: 12 }, random.next).reduce((sum, value) => sum + value, -6);
  return Array.from({ length: systems }, () => {
    const ability = normal();
    return items.map((difficulty, item) => (random.next() < 1 / (1 + Math.exp(-slope(item) * (ability - difficulty))) ? 1 : 0));
  });
}

describe('fitItems', () => {
  const difficulties = [-1.5, -1, -0.5, 0, 0, 0.5, 1, 1.5];

  it('gives intervals that hold the truth', () => {
    const fitted = parameters(simulate({ systems: 600, items: difficulties, slope: () => 1.2 }), '2pl');
    const held = fitted.filter(
      ({ difficulty, difficultyError }, item) => Math.abs(difficulty - difficulties[item]) < 3 * (difficultyError ?? 0),
    );
    expect(held).toHaveLength(difficulties.length);
  });

  it('finds an item whose key is turned round', () => {
    const fitted = parameters(simulate({ systems: 300, items: difficulties, slope: (item) => (item === 3 ? -1.2 : 1.2) }), '2pl');
    expect(fitted.flatMap(({ discrimination }, item) => (discrimination < 0 ? [item] : []))).toEqual([3]);
  });

  it('ranks systems by ability, and leaves out items that all answer alike', () => {
    const { items, abilities, converged } = fitItems(
      [
        [1, 1, 1, 1, 0],
        [1, 1, 1, 0, 0],
        [1, 1, 0, 0, 0],
        [1, 0, 0, 0, 0],
      ],
      { model: '1pl' },
    );
    expect(items.map((item) => item === null)).toEqual([true, false, false, false, true]);
    const means = abilities.map(({ mean }) => mean);
    expect(means).toEqual([...means].sort((a, b) => b - a));
    expect(converged).toBe(true);
  });

  it('converges soon with thousands of items, which tell abilities exactly', () => {
    const random = createRandom('many');
    const many = Array.from({ length: 2000 }, () => 4 * random.next() - 2);
    const { iterations, converged, abilities } = fitItems(simulate({ systems: 6, items: many, slope: () => 1 }), { model: '1pl' });
    expect(converged).toBe(true);
    expect(iterations).toBeLessThan(100);
    expect(Math.max(...abilities.map(({ sd }) => sd))).toBeLessThan(0.2);
  });

  it('takes missing answers', () => {
    const full = simulate({ systems: 200, items: difficulties, slope: () => 1 });
    const gaps = full.map((row, system) => row.map((answer, item) => ((system + item) % 5 === 0 ? null : answer)));
    const [a, b] = [full, gaps].map((table) => parameters(table, '1pl').map(({ difficulty }) => difficulty));
    expect(pearson(a, b)).toBeGreaterThan(0.98);
  });

  it('refuses what no model can be fitted to', () => {
    expect(() => fitItems([[1, 0]])).toThrow('two systems');
    expect(() => fitItems([[1], [1, 0]])).toThrow('every system');
    expect(() =>
      fitItems([
        [1, 1],
        [1, 1],
      ]),
    ).toThrow('answer differently');
  });
});
