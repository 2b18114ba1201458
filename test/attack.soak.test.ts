/** Every command is given every kind of bad file in place of those that it reads: one line, the right exit code, nothing else touched. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Attack, type Case, goodCases, runCases, startAttack } from './attack/attack-setup.ts';
import { BAD_FILES, LARGE_KINDS, putBad } from './attack/bad-files.ts';
import { type Target, targetsOf } from './attack/targets.ts';

let attack: Attack;
beforeAll(async () => {
  attack = await startAttack();
}, 600_000);
afterAll(() => attack?.close());

it('every good call succeeds', async () => {
  const failed: string[] = [];
  const cases = goodCases(attack).map(({ name, start }) => ({
    name,
    start: async () => {
      const outcome = await start();
      if (outcome.code !== 0) failed.push(`${name}: ${outcome.code} ${outcome.stderr}`);
      return outcome;
    },
  }));
  const tally = await runCases(cases, { share: 1 });
  console.log(tally);
  expect(failed).toEqual([]);
  expect(tally.failures).toEqual([]);
});

it(`every command × ${Object.keys(BAD_FILES).length} kinds of bad files`, async () => {
  const cases = badCases(attack);
  console.log(`${cases.length} cases of ${new Set(attack.calls.map(({ command }) => command)).size} commands`);
  const tally = await runCases(cases);
  console.log(tally);
  expect(tally.failures).toEqual([]);
});

/**
 * Every kind for every command: for the first file that each call names all of them. For its other files, and those inside
 * folders, a part of the kinds that is another one for the next file.
 */
function badCases({ calls, world, run }: Attack): Case[] {
  const targets = calls.flatMap((call) => targetsOf(call, world));
  const whole = new Set(calls.map(({ command }) => targets.find(({ call }) => call.command === command)));
  return targets.flatMap((target, i) => {
    const every = whole.has(target) ? 1 : target.needs.includes(target.path) ? 6 : 24;
    return kindsFor(target, { every, place: i }).map((kind) => caseOf(target, kind, run));
  });
}

/** Large kinds only for files that the words name. */
function kindsFor({ needs, path }: Target, { every, place }: { every: number; place: number }): string[] {
  const kinds = Object.keys(BAD_FILES).filter((kind) => needs.includes(path) || !LARGE_KINDS.includes(kind));
  return kinds.filter((_, i) => i % every === place % every);
}

function caseOf({ call, needs, path }: Target, kind: string, run: Attack['run']): Case {
  return {
    name: `${call.words.join(' ')} [${path}: ${kind}]`,
    start: () => run(call.words, needs, (work) => putBad(kind, join(work, path))),
  };
}
