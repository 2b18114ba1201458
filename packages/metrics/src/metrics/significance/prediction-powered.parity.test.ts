/** Prediction-powered means against ppi-python on 200 random tables. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ppiPython } from '../../../../../test/shared.ts';
import { createRandom } from '../../core/index.ts';
import { predictionPowered } from './prediction-powered.ts';

const script = fileURLToPath(new URL('../../../../../oracles/ppi.py', import.meta.url));
const python = ppiPython();

function randomTable(seed: number) {
  const random = createRandom(`ppi ${seed}`);
  const [few, others, skill] = [5 + random.below(60), 20 + random.below(400), random.next()];
  const label = seed % 2 === 0 ? () => random.below(2) : () => random.next() * 3 - 1;
  const one = () => {
    const truth = label();
    return { truth, judge: random.next() < skill ? truth : label() };
  };
  const labelled = Array.from({ length: few }, one);
  return {
    people: labelled.map(({ truth }) => truth),
    judge: labelled.map(({ judge }) => judge),
    unlabelled: Array.from({ length: others }, () => one().judge),
    weight: seed % 5 === 0 ? 1 : null,
  };
}

it.skipIf(!python)('equals ppi-python: estimate and interval', () => {
  const tables = Array.from({ length: 200 }, (_, seed) => randomTable(seed));
  const { stdout } = spawnSync(python!, [script, '--tables'], { input: JSON.stringify(tables), encoding: 'utf8', maxBuffer: 1 << 26 });
  const theirs = JSON.parse(stdout) as { value: number; low: number; high: number }[];
  const differences = tables.flatMap(({ weight, ...labels }, i) => {
    const { value, interval } = predictionPowered(labels, { interval: 'normal', ...(weight === null ? {} : { weight }) }).both;
    return [value - theirs[i].value, (interval?.[0] ?? 0) - theirs[i].low, (interval?.[1] ?? 0) - theirs[i].high].map(Math.abs);
  });
  console.log('largest difference', Math.max(...differences));
  expect(Math.max(...differences)).toBeLessThanOrEqual(1e-8);
});
