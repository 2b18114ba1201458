/** A thousand good files with one field changed: the commands that read them give one line or a result, and run no code of theirs. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../packages/metrics/src/core/index.ts';
import { type Attack, type Case, runCases, SEED, startAttack } from './attack/attack-setup.ts';
import { CHANGE_NAMES, MUTABLE, mutateFile } from './attack/mutate-field.ts';
import { targetsOf } from './attack/targets.ts';

const MUTATIONS = 1000;

let attack: Attack;
beforeAll(async () => {
  attack = await startAttack();
}, 600_000);
afterAll(() => attack?.close());

it(`${MUTATIONS} mutated fields`, async () => {
  const tally = await runCases(mutations(attack));
  console.log(tally);
  expect(tally.failures).toEqual([]);
});

/** Every file in turn, with the changes in turn: all files and all changes come equally often. */
function mutations({ calls, world, run }: Attack): Case[] {
  const random = createRandom(`${SEED}/mutations`);
  const targets = random.shuffle(
    calls.flatMap((call) => targetsOf(call, world)).filter(({ path }) => MUTABLE.test(path) && hasContent(join(world, path))),
  );
  return Array.from({ length: MUTATIONS }, (_, i) => {
    const { call, needs, path } = targets[i % targets.length];
    const change = CHANGE_NAMES[(i + Math.floor(i / targets.length)) % CHANGE_NAMES.length];
    const mutation = { change, random: createRandom(`${SEED}/${i}`) };
    return {
      name: `${call.words.join(' ')} [${path}, field ${i}: ${change}]`,
      start: () => run(call.words, needs, (work) => void mutateFile(join(work, path), { ...mutation, evil: join(work, 'evil.mjs') })),
    };
  });
}

/** A ledger without rows has no field to change; a folder can have the name of a file. */
function hasContent(path: string): boolean {
  const there = statSync(path);
  return there.isFile() && there.size > 0;
}
