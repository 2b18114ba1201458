// A test with vitest: the texts of a model may not become worse unnoticed.
import { textScorer } from 'sensebench/metrics';
import { expect, it } from 'vitest';

const rouge = textScorer('rougeL');
const meteor = textScorer('meteor');

it('the caption of the dog is near its references', async () => {
  const output = 'A dog runs through deep snow.'; // your model comes here
  const expected = ['A dog is running through the snow.', 'The brown dog runs in deep snow.'];
  expect((await rouge({ output, expected })).score).toBeGreaterThan(0.6);
  expect((await meteor({ output, expected })).score).toBeGreaterThan(0.35);
});
