import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeBoard } from './board.ts';
import { boardHistory, compareBoards, earlierBoard } from './board-changes.ts';
import { boardTables } from './board-tables.ts';
import { leakBound } from './ladder.ts';
import { type Phase, parsePhases } from './phases.ts';
import type { ScoredPart, ScoredSubmission } from './score-submission.ts';
import { describeShown, feedbackOf, shownScores } from './shown-scores.ts';
import type { Submission } from './submission.ts';

const phaseWith = (settings: object): Phase =>
  parsePhases({
    title: 'Small',
    metrics: ['accuracy'],
    rank: 'accuracy',
    public: { share: 0.5, seed: 1 },
    phases: [{ name: 'one', start: '2027-01-01T00:00:00Z', end: '2027-02-01T00:00:00Z', ...settings }],
  }).phases[0];

/** Of answers that are right (1) or wrong (0). */
function part(right: readonly number[]): ScoredPart {
  const value = right.length === 0 ? null : right.reduce((sum, own) => sum + own, 0) / right.length;
  return {
    benchmark: 'small',
    items: right.length,
    corpus: { accuracy: value },
    intervals: { accuracy: [value ?? 0, value ?? 0] },
    signatures: {},
    breakdowns: { item: Object.fromEntries(right.map((own, i) => [String(i), { items: 1, corpus: { accuracy: own } }])) },
    standing: { value, mean: true, influence: right.map((own) => (own - (value ?? 0)) / right.length) },
  };
}

/** The first half of the items is public. */
function scored(id: string, right: readonly number[]): ScoredSubmission {
  const half = right.length / 2;
  const parts = { all: part(right), public: part(right.slice(0, half)), private: part(right.slice(half)) };
  return { submission: id, scorer: '0', labels: '', parts };
}

interface Sent {
  account: string;
  /** The place in the order of scoring; they are received in the order of the list. */
  order: number;
  right: readonly number[];
}

function world(sent: readonly Sent[]): { submissions: Submission[]; scores: Map<string, ScoredSubmission> } {
  const submissions = sent.map(
    ({ account, order }, i): Submission => ({
      ...{ id: `s${i}`, account, phase: 'one', row: `row ${i}`, state: 'done', order },
      at: new Date(Date.UTC(2027, 0, 10, i)).toISOString(),
    }),
  );
  return { submissions, scores: new Map(sent.map(({ right }, i) => [`s${i}`, scored(`s${i}`, right)])) };
}

const sheets = (items: number) => fc.array(fc.constantFrom(0, 1), { minLength: items, maxLength: items });
const someSent = fc
  .array(fc.record({ account: fc.constantFrom('ada', 'bo'), right: sheets(20) }), { minLength: 1, maxLength: 12 })
  .chain((list) =>
    fc
      .shuffledSubarray(
        list.map((_, i) => i + 1),
        { minLength: list.length },
      )
      .map((orders) => list.map((own, i) => ({ ...own, order: orders[i] }))),
  );

describe('the score that is shown of a submission while the phase runs', () => {
  it.each([
    // A gain of less than the standard error is none: with ten items it is below a half.
    ['without parameters', true, 0.1, 0.5],
    ['by a step', 0.15, 0.15, 0.15],
  ])('is its own, rounded, and above all that its account was shown before (%s)', (_, ladder, grid, threshold) => {
    const phase = phaseWith({ ladder });
    fc.assert(
      fc.property(someSent, (sent) => {
        const { submissions, scores } = world(sent);
        const shown = shownScores({ phase, feedback: 'ladder', submissions, scores });
        for (const account of ['ada', 'bo']) {
          let best = Number.NEGATIVE_INFINITY;
          for (const { id } of submissions.filter((own) => own.account === account).sort((a, b) => (a.order ?? 0) - (b.order ?? 0))) {
            const { value = null, missing } = shown.get(id) ?? {};
            const own = scores.get(id)?.parts.public?.standing.value ?? Number.NaN;
            if (value === null) {
              expect(missing).toMatch(/^not above the account’s best so far/);
              expect(own).toBeLessThanOrEqual(best + threshold + 1e-9);
            } else {
              expect(Math.abs(value - own)).toBeLessThanOrEqual(grid / 2 + 1e-9);
              expect(value).toBeGreaterThan(best);
              best = value;
            }
          }
        }
      }),
    );
  });

  it('once shown stays as it was, whatever is sent later', () => {
    const phase = phaseWith({ ladder: 0.15 });
    fc.assert(
      fc.property(someSent, fc.nat(12), (sent, cut) => {
        const { submissions, scores } = world(sent);
        const before = submissions.filter(({ order = 0 }) => order <= cut);
        const whole = shownScores({ phase, feedback: 'ladder', submissions, scores });
        const earlier = shownScores({ phase, feedback: 'ladder', submissions: before, scores });
        for (const [id, own] of earlier) expect(whole.get(id)).toEqual(own);
      }),
    );
  });

  it('is of nothing where the phase has no public part', () => {
    const { submissions, scores } = world([{ account: 'ada', order: 1, right: [1, 1, 0, 1] }]);
    scores.set('s0', { submission: 's0', scorer: '0', labels: '', parts: { all: part([1, 1, 0, 1]) } });
    for (const ladder of [true, 0.1, false]) {
      const phase = phaseWith({ ladder, public: { share: 0, seed: 1 } });
      const running = shownScores({ phase, feedback: feedbackOf(phase, { over: false }), submissions, scores });
      expect(running.get('s0')).toEqual({ value: null, missing: 'shown when the phase is over' });
      expect(shownScores({ phase, feedback: 'final', submissions, scores }).get('s0')).toEqual({ value: 0.75 });
    }
  });

  it('is described as boards print it; where lower is better, the best is the lowest', () => {
    const phase = phaseWith({ ladder: 0.25, direction: 'lower', end: undefined });
    const right = [
      [1, 0, 0, 0],
      [1, 1, 0, 0],
    ];
    const { submissions, scores } = world(right.map((own, i) => ({ account: 'ada', order: i, right: [...own, 0, 0, 0, 0] })));
    const shown = shownScores({ phase, feedback: 'ladder', submissions, scores });
    expect(submissions.map(({ id }) => describeShown(shown.get(id) ?? { value: null }, phase))).toEqual([
      'Accuracy 25.00, rounded to the nearest 25.00',
      'not below your best so far (Accuracy 25.00) by more than 25.00',
    ]);
  });
});

/** Every labelling of six items, three of them public; two accounts that know what the other one was shown. */
describe('a board while the phase runs', () => {
  const ITEMS = 6;
  const labellings = Array.from({ length: 2 ** ITEMS }, (_, n) => Array.from({ length: ITEMS }, (_own, i) => (n >> i) & 1));
  const SHEETS = [0b000111, 0b101010, 0b110011, 0b000000, 0b111111, 0b011101];

  /** All that visitors can read, now and by looking back to any earlier time. */
  async function seen(phase: Phase, { submissions, scores }: ReturnType<typeof world>): Promise<string> {
    const at = submissions[submissions.length - 1].at;
    const units = { all: [], public: [[], [], []], private: [[], [], []] };
    const now = await makeBoard({ phase, at, submissions, scores, units });
    const shown = shownScores({ phase, feedback: 'ladder', submissions, scores });
    const boards = [now, ...submissions.map(({ at: until }) => earlierBoard(now, { phase, until, submissions, shown }))];
    return JSON.stringify([boards, boards.map((own) => [boardTables(own), boardHistory(own), compareBoards(own, now)])]);
  }

  it.each([
    ['without parameters', true],
    ['by a step', 0.3],
  ])('says nothing but the answers of the Ladders, and no more of them than the bound of both accounts (%s)', async (_, ladder) => {
    const phase = phaseWith({ ladder });
    const boards = new Map<string, string>();
    const answers = new Set<string>();
    for (const labels of labellings) {
      const sent = SHEETS.map((sheet, i) => ({
        account: i % 2 === 0 ? 'ada' : 'bo',
        // Not scored in the order in which they were received.
        order: [2, 4, 1, 5, 3, 6][i],
        right: labels.map((label, item) => (((sheet >> item) & 1) === label ? 1 : 0)),
      }));
      const made = world(sent);
      const shown = shownScores({ phase, feedback: 'ladder', ...made });
      const key = JSON.stringify(made.submissions.map(({ id }) => shown.get(id)?.value));
      const board = await seen(phase, made);
      expect(boards.get(key) ?? board).toBe(board);
      boards.set(key, board);
      answers.add(key);
    }
    const { bits } = leakBound({ items: ITEMS / 2, submissions: SHEETS.length / 2, accounts: 2, ladder });
    expect(Math.log2(answers.size)).toBeLessThanOrEqual(bits);
    expect(answers.size).toBeGreaterThan(2);
  });
});
