import { createRandom } from 'sensebench/internal/core';
import { describe, expect, it } from 'vitest';
import { climbLadder, type LadderState, leakBound, replayLadder } from './ladder.ts';
import type { Standing } from './score-submission.ts';

/** Of answers that are right (1) or wrong (0). */
function standing(right: readonly number[]): Standing {
  const value = right.reduce((sum, own) => sum + own, 0) / right.length;
  return { value, mean: true, influence: right.map((own) => (own - value) / right.length) };
}

const entries = (...sheets: readonly number[][]) => sheets.map((right, i) => ({ id: String(i), standing: standing(right) }));
const zeros = new Array<number>(20).fill(0);
const withRight = (...places: number[]) => zeros.map((own, i) => (places.includes(i) ? 1 : own));

describe('the parameter-free Ladder', () => {
  it('shows the first score, then only scores above the best by more than the standard error of the difference', () => {
    const answers = replayLadder(entries(withRight(0), withRight(0, 1), withRight(0, 1, 2), withRight()), { direction: 'higher' });
    // One more right answer of one changed: 1² is not above 1. Two of two: 2² is above 2.
    expect(answers.map(({ shown, best }) => [shown, best])).toEqual([
      [0.05, null],
      [null, 0.05],
      [expect.closeTo(0.15, 12), 0.05],
      [null, expect.closeTo(0.15, 12)],
    ]);
  });

  it('asks for a net gain of g among d changed answers with g² above d', () => {
    // Four gained and one lost: 3² is above 5. Three gained and two lost: 1 is not.
    const base = withRight(0, 1, 2);
    const pass = withRight(0, 1, 3, 4, 5, 6);
    const fail = withRight(0, 3, 4, 5);
    expect(replayLadder(entries(base, fail), { direction: 'higher' })[1].shown).toBeNull();
    expect(replayLadder(entries(base, pass), { direction: 'higher' })[1].shown).toBeCloseTo(0.3, 12);
  });

  it('goes down where lower is better, passes over missing scores, and is the same when it is replayed', () => {
    const worse: Standing = { value: null, mean: false, influence: null };
    const list = [{ id: 'none', standing: worse }, ...entries(withRight(0, 1, 2, 3, 4, 5, 6, 7), withRight(0, 1))];
    const answers = replayLadder(list, { direction: 'lower' });
    expect(answers.map(({ shown }) => shown)).toEqual([null, 0.4, 0.1]);
    expect(replayLadder(list.slice(0, 2), { direction: 'lower' })).toEqual(answers.slice(0, 2));
  });

  it('takes pseudo-values where the score is not a mean, and rounds what it shows to 1/n', () => {
    const f1: Standing = { value: 0.4567, mean: false, influence: [0.01, -0.01, 0.02, -0.02, 0] };
    expect(replayLadder([{ id: 'a', standing: f1 }], { direction: 'higher' })[0].shown).toBeCloseTo(0.4, 12);
  });

  it('with a step moves by more than the step and shows its multiples', () => {
    const answers = replayLadder(entries(withRight(0), withRight(0, 1, 2), withRight(0, 1, 2, 3, 4)), { direction: 'higher', step: 0.1 });
    expect(answers.map(({ shown }) => shown)).toEqual([expect.closeTo(0.1, 12), null, expect.closeTo(0.3, 12)]);
  });
});

const COIN = { items: 400, submissions: 200 };

/** An attacker sees only what `ask` answers. Right labels are coin tosses; the guess that it ends with, and labels it is sure of. */
type Attack = (
  ask: (guess: readonly number[]) => number,
  options: { items: number; submissions: number; random: ReturnType<typeof createRandom> },
) => {
  guess: number[];
  sure: number;
};

/** Changes a block of answers at a time and keeps what the board liked. A gain as large as the block is certain. */
const blocks =
  (size: number): Attack =>
  (ask, { items, submissions, random }) => {
    const guess = Array.from({ length: items }, () => random.below(2));
    let best = ask(guess);
    let sure = 0;
    for (let sent = 1, next = 0; sent < submissions; sent++, next += size) {
      const places = Array.from({ length: size }, (_, i) => (next + i) % items);
      const tried = guess.map((own, i) => (places.includes(i) ? 1 - own : own));
      const answer = ask(tried);
      const gain = Math.round((answer - best) * items);
      if (next + size <= items && Math.abs(gain) === size) sure += size;
      if (gain > 0) {
        for (const place of places) guess[place] = tried[place];
        best = answer;
      }
    }
    return { guess, sure };
  };

/** Blum and Hardt's own: random submissions; those that the board likes vote. */
const boosting: Attack = (ask, { items, submissions, random }) => {
  const votes = new Array<number>(items).fill(0);
  let best = Number.NEGATIVE_INFINITY;
  for (let sent = 0; sent < submissions; sent++) {
    const guess = Array.from({ length: items }, () => random.below(2));
    const answer = ask(guess);
    // With plain scores above a half; with a ladder only what is better than all before is known to be so.
    const weight = answer > best ? 1 : 0;
    const plain = answer - 0.5;
    for (const [i, own] of guess.entries())
      votes[i] += (best === Number.NEGATIVE_INFINITY || weight === 0 ? plain : weight) * (own === 1 ? 1 : -1);
    best = Math.max(best, answer);
  }
  return { guess: votes.map((own) => (own > 0 ? 1 : 0)), sure: 0 };
};

/** Random changes of many answers, kept where the board rises. */
const climbing =
  (share: number): Attack =>
  (ask, { items, submissions, random }) => {
    let guess = Array.from({ length: items }, () => random.below(2));
    let best = ask(guess);
    for (let sent = 1; sent < submissions; sent++) {
      const tried = guess.map((own) => (random.next() < share ? 1 - own : own));
      const answer = ask(tried);
      if (answer > best) [guess, best] = [tried, answer];
    }
    return { guess, sure: 0 };
  };

const ATTACKS: Record<string, Attack> = {
  single: blocks(1),
  pairs: blocks(2),
  sevens: blocks(7),
  boosting,
  climbing: climbing(0.1),
  leaping: climbing(0.5),
};

function run(attack: Attack, ladder: boolean | number, { items, submissions } = COIN, seed: number | string = 1) {
  const random = createRandom(seed);
  const labels = Array.from({ length: items }, () => random.below(2));
  let state: LadderState | undefined;
  const ask = (guess: readonly number[]) => {
    const own = standing(guess.map((answer, i) => (answer === labels[i] ? 1 : 0)));
    if (ladder === false) return own.value ?? 0;
    const climbed = climbLadder(
      state,
      { id: '', standing: own },
      { direction: 'higher', ...(typeof ladder === 'number' ? { step: ladder } : {}) },
    );
    state = climbed.state;
    // A submission without a score is not above the best so far: that is all that it says.
    return state?.shown ?? 0;
  };
  const { guess, sure } = attack(ask, { items, submissions, random });
  return { right: guess.filter((own, i) => own === labels[i]).length, sure };
}

function average(attack: Attack, ladder: boolean | number, setting = COIN) {
  const runs = Array.from({ length: 5 }, (_, seed) => run(attack, ladder, setting, `attack/${seed}`));
  const mean = (pick: (own: (typeof runs)[number]) => number) => runs.reduce((sum, own) => sum + pick(own), 0) / runs.length;
  return {
    learned: mean(({ right }) => 2 * right - setting.items),
    sure: mean(({ sure }) => sure),
    accuracy: mean(({ right }) => right / setting.items),
  };
}

describe('a probing attack of 200 submissions on 400 labels', () => {
  const settings = { off: false, free: true, step: 0.05 } as const;
  const found = Object.fromEntries(
    Object.entries(ATTACKS).map(([name, attack]) => [
      name,
      Object.fromEntries(Object.entries(settings).map(([key, ladder]) => [key, average(attack, ladder)])),
    ]),
  );

  it('reads a label with each plain score, and none so with the Ladder', () => {
    expect(found.single.off.sure).toBe(199);
    expect(found.single.free.sure).toBe(0);
    expect(found.single.step.sure).toBe(0);
  });

  it('stays under the bound, whatever the attack', () => {
    for (const [name, own] of Object.entries(found))
      for (const [key, ladder] of Object.entries(settings)) {
        const bound = leakBound({ ...COIN, ladder });
        expect([name, key, own[key].sure <= bound.labels, own[key].accuracy <= bound.accuracy]).toEqual([name, key, true, true]);
      }
  });

  it('learns little with a step of 0.05; the parameter-free form stops single changes, but not changes of two at a time', () => {
    const learned = (name: string, key: string) => found[name][key].learned;
    for (const name of Object.keys(ATTACKS)) expect([name, learned(name, 'step') < 80]).toEqual([name, true]);
    expect(learned('single', 'off')).toBeGreaterThan(180);
    expect(learned('single', 'free')).toBeLessThan(40);
    expect(learned('boosting', 'free')).toBeLessThan(0.5 * learned('boosting', 'off'));
    expect(found.pairs.free.sure).toBeLessThan(0.6 * found.pairs.off.sure);
  });

  it('stays under the bound with 1,000 submissions too', () => {
    const setting = { items: 400, submissions: 1000 };
    const bound = leakBound({ ...setting, ladder: 0.1 });
    expect(bound.labels).toBeLessThan(80);
    for (const attack of Object.values(ATTACKS)) {
      const own = average(attack, 0.1, setting);
      expect(own.sure).toBeLessThanOrEqual(bound.labels);
      expect(own.accuracy).toBeLessThanOrEqual(bound.accuracy);
    }
  });
});

/** Several accounts that share all they learn: each has a Ladder of its own, and the labels are the same. */
type JointAttack = (
  ask: (account: number, guess: readonly number[]) => number,
  options: { items: number; submissions: number; accounts: number; random: ReturnType<typeof createRandom> },
) => number[];

/** Each account changes a block of its own at a time, from the best that all of them know. */
const taking =
  (share: number): JointAttack =>
  (ask, { items, submissions, accounts, random }) => {
    let guess = Array.from({ length: items }, () => random.below(2));
    const best = Array.from({ length: accounts }, (_, account) => ask(account, guess));
    for (let sent = 1; sent < submissions; sent++)
      for (let account = 0; account < accounts; account++) {
        const tried = guess.map((own) => (random.next() < share ? 1 - own : own));
        const answer = ask(account, tried);
        if (answer > best[account]) guess = tried;
        best[account] = Math.max(best[account], answer);
      }
    return guess;
  };

/** The first score of each account is shown whatever it is: with many accounts they vote as plain scores do. */
const firstScores: JointAttack = (ask, { items, accounts, random }) => {
  const votes = new Array<number>(items).fill(0);
  for (let account = 0; account < accounts; account++) {
    const guess = Array.from({ length: items }, () => random.below(2));
    const plain = ask(account, guess) - 0.5;
    for (const [i, own] of guess.entries()) votes[i] += plain * (own === 1 ? 1 : -1);
  }
  return votes.map((own) => (own > 0 ? 1 : 0));
};

/** Random sheets of every account; those that were shown vote by how far they are above a half. */
const votingTogether: JointAttack = (ask, { items, submissions, accounts, random }) => {
  const votes = new Array<number>(items).fill(0);
  const best = new Array<number>(accounts).fill(0);
  for (let sent = 0; sent < submissions; sent++)
    for (let account = 0; account < accounts; account++) {
      const guess = Array.from({ length: items }, () => random.below(2));
      const answer = ask(account, guess);
      if (answer <= best[account]) continue;
      best[account] = answer;
      for (const [i, own] of guess.entries()) votes[i] += (answer - 0.5) * (own === 1 ? 1 : -1);
    }
  return votes.map((own) => (own > 0 ? 1 : 0));
};

const JOINT: Record<string, JointAttack> = { 'a tenth': taking(0.1), half: taking(0.5), firstScores, votingTogether };

/** Of labels that are coin tosses, the share that is guessed right: mean of eight runs. */
function jointAccuracy(attack: JointAttack, options: { items: number; submissions: number; accounts: number; ladder: boolean | number }) {
  const { items, accounts, ladder } = options;
  const runs = Array.from({ length: 8 }, (_, seed) => {
    const random = createRandom(`joint/${seed}`);
    const labels = Array.from({ length: items }, () => random.below(2));
    const states = new Array<LadderState | undefined>(accounts).fill(undefined);
    const ask = (account: number, guess: readonly number[]) => {
      const own = { id: '', standing: standing(guess.map((answer, i) => (answer === labels[i] ? 1 : 0))) };
      states[account] = climbLadder(states[account], own, {
        direction: 'higher',
        ...(typeof ladder === 'number' ? { step: ladder } : {}),
      }).state;
      return states[account]?.shown ?? 0;
    };
    return attack(ask, { ...options, random }).filter((own, i) => own === labels[i]).length / items;
  });
  return runs.reduce((sum, own) => sum + own, 0) / runs.length;
}

describe('several accounts that probe together', () => {
  const settings = [
    { accounts: 1, submissions: 40 },
    { accounts: 5, submissions: 8 },
    { accounts: 5, submissions: 40 },
    { accounts: 40, submissions: 1 },
    { accounts: 40, submissions: 5 },
  ];
  const found = settings.flatMap((own) =>
    [0.05, 0.1, true].flatMap((ladder) => {
      const options = { items: 400, ladder, ...own };
      const bound = leakBound(options);
      return Object.entries(JOINT).map(([name, attack]) => ({ name, ...options, bound, accuracy: jointAccuracy(attack, options) }));
    }),
  );

  it('learn no more labels than the bound of all accounts together says', () => {
    for (const { accuracy, bound, ...options } of found) expect([options, accuracy <= bound.accuracy]).toEqual([options, true]);
    // The bound says something in most of these settings, so the test can fail.
    expect(found.filter(({ bound }) => bound.accuracy < 0.95).length).toBeGreaterThan(found.length / 2);
  });

  it('learn more than one account with as many submissions in all: their bits add up', () => {
    const best = (accounts: number, submissions: number, ladder: number) =>
      Math.max(
        ...found
          .filter((own) => own.accounts === accounts && own.submissions === submissions && own.ladder === ladder)
          .map((own) => own.accuracy),
      );
    expect(best(40, 5, 0.05)).toBeGreaterThan(best(1, 40, 0.05));
    const bits = (accounts: number, submissions: number) => leakBound({ items: 400, ladder: 0.05, accounts, submissions }).bits;
    expect(bits(5, 8)).toBeCloseTo(5 * bits(1, 8), 9);
    expect(bits(40, 1)).toBeGreaterThan(bits(1, 40));
  });

  it('with step 0.1 and a quota of eight, five accounts are certain of at most a fifth of 400 labels', () => {
    expect(leakBound({ items: 400, submissions: 8, accounts: 5, ladder: 0.1 }).labels).toBeLessThanOrEqual(80);
  });
});

describe('the bound', () => {
  it('is what can be counted by hand', () => {
    // One submission of four items: five values. Two: five, or any two of five in rising order: ten.
    expect(leakBound({ items: 4, submissions: 1, ladder: true }).bits).toBeCloseTo(Math.log2(5), 10);
    expect(leakBound({ items: 4, submissions: 2, ladder: true }).bits).toBeCloseTo(Math.log2(15), 10);
    expect(leakBound({ items: 4, submissions: 2, ladder: false }).bits).toBeCloseTo(2 * Math.log2(5), 10);
    expect(leakBound({ items: 4, submissions: 0, ladder: true })).toEqual({ bits: 0, labels: 0, accuracy: expect.closeTo(0.5, 9) });
  });

  it('never says more labels than there are', () => {
    expect(leakBound({ items: 10, submissions: 1000, ladder: false })).toMatchObject({ labels: 10, accuracy: expect.closeTo(1, 9) });
  });
});
