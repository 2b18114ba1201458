import { expect, it } from 'vitest';
import { expectedCosts } from './expected-costs.ts';

it('names every step that takes long, and the writing after them', () => {
  const costs = expectedCosts(1000, { entities: 'model', pairs: 'strict' });
  expect(Object.keys(costs).sort()).toEqual(['analyse', 'contrast', 'convert', 'embed', 'frames', 'mine', 'split', 'write']);
  expect(Object.values(costs).every((cost) => cost > 0)).toBe(true);
});

it('leaves out what the rules of the paper do not need, and counts the statements that are left', () => {
  const paper = expectedCosts(1000, { entities: 'model', pairs: 'paper' });
  expect([paper.frames, paper.contrast]).toEqual([0, 0]);
  const known = expectedCosts(1000, { entities: 'model', pairs: 'paper', keyed: 100 });
  expect(known.analyse).toBe(paper.analyse);
  expect(known.embed).toBeLessThan(paper.embed);
});

it('grows with the square of the statements only in mining', () => {
  const [one, ten] = [100_000, 1_000_000].map((keyed) => expectedCosts(keyed, { entities: 'model', pairs: 'paper', keyed }));
  expect(ten.embed / one.embed).toBeCloseTo(10);
  expect(ten.mine / one.mine).toBeGreaterThan(30);
});
