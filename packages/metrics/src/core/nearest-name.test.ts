import { expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

it('is the name with the fewest changes, and none for another word', () => {
  const names = ['metrics', 'model', 'limit', 'seed'];
  expect(['metrix', 'Limits', 'sead', 'dataset', 'x'].map((name) => nearestName(name, names))).toEqual([
    'metrics',
    'limit',
    'seed',
    undefined,
    undefined,
  ]);
});
