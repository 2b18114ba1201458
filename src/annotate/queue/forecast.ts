/** Forecasts of a study: how many more answers settle the undecided items, how long they take and what they cost. */

export interface VotesOfItem {
  item: string;
  /** How often each label was given. */
  votes: readonly number[];
}

export interface SettlingForecast {
  /** Items whose majority can change no more, or that have all their answers with one. */
  settled: number;
  undecided: number;
  /** Expected answers until each undecided item is settled, in total. */
  answers: number;
  perItem: Record<string, number>;
}

/** An item that stays even for so long is for an adjudicator. */
const MOST_MORE = 50;

/**
 * An item is settled when the leading label is ahead by `lead` votes. The next votes follow the two leading labels: the share of the first has a
 * beta posterior with a prior that all items share, and each further vote updates it (a Pólya urn).
 */
export function forecastSettling(items: readonly VotesOfItem[], { lead = 2, prior = agreementPrior(items) } = {}): SettlingForecast {
  const perItem: Record<string, number> = {};
  for (const { item, votes } of items) {
    const [first = 0, second = 0] = [...votes].sort((a, b) => b - a);
    if (first - second < lead) perItem[item] = expectedMore(first, second, { lead, prior });
  }
  const more = Object.values(perItem);
  return { settled: items.length - more.length, undecided: more.length, answers: more.reduce((sum, value) => sum + value, 0), perItem };
}

/** Expected votes until one side is ahead by `lead`, from the chances of every state, step by step. */
function expectedMore(first: number, second: number, { lead, prior }: { lead: number; prior: { agree: number; differ: number } }): number {
  // The item's label is one of the two: a mixture of both, weighted by how well each explains the votes.
  const mixture = [
    { a: prior.agree, b: prior.differ },
    { a: prior.differ, b: prior.agree },
  ].map(({ a, b }) => ({ a: a + first, b: b + second, weight: Math.exp(logBeta(a + first, b + second) - logBeta(a, b)) }));
  const total = mixture.reduce((sum, { weight }) => sum + weight, 0);
  return mixture.reduce((sum, { a, b, weight }) => sum + (weight / total) * urn(first - second, { a, b, lead }), 0);
}

function urn(ahead: number, { a, b, lead }: { a: number; b: number; lead: number }): number {
  let states = new Map([[ahead, 1]]);
  let expected = 0;
  for (let step = 0; step < MOST_MORE && states.size > 0; step++) {
    const next = new Map<number, number>();
    for (const [by, chance] of states) {
      expected += chance;
      // So many of the further votes went to the first side.
      const won = (step + by - ahead) / 2;
      const share = (a + won) / (a + b + step);
      for (const [to, part] of [
        [by + 1, share],
        [by - 1, 1 - share],
      ] as const)
        if (Math.abs(to) < lead) next.set(to, (next.get(to) ?? 0) + chance * part);
    }
    states = next;
  }
  return expected;
}

/** How far annotators of this study agree with the leading label, as counts of a beta distribution with the weight of four votes. */
export function agreementPrior(items: readonly VotesOfItem[]): { agree: number; differ: number } {
  let [agree, all] = [0, 0];
  for (const { votes } of items) {
    const count = votes.reduce((sum, value) => sum + value, 0);
    if (count < 2) continue;
    agree += Math.max(...votes);
    all += count;
  }
  const share = (agree + 3) / (all + 4);
  return { agree: 4 * share, differ: 4 * (1 - share) };
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** Stirling's series after raising the argument. */
function logGamma(x: number): number {
  let [value, at] = [0, x];
  for (; at < 10; at++) value -= Math.log(at);
  return value + (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * at) - 1 / (360 * at ** 3) + 1 / (1260 * at ** 5);
}

export interface PayForecast {
  /** Of all answers with a time; null where none has one. */
  medianSeconds: number | null;
  hoursSpent: number;
  hoursLeft: number | null;
  /** By annotator, at the rate for an hour. */
  pay: Record<string, { hours: number; amount: number }>;
  spent: number;
  left: number | null;
}

/** A tab left open is not work: an answer counts at most so many times the median. */
const MOST_TIMES_MEDIAN = 10;

export function forecastPay(
  answers: readonly { annotator: string; ms?: number }[],
  { remaining, hourly }: { remaining: number; hourly: number },
): PayForecast {
  const times = answers.flatMap(({ ms }) => (ms === undefined ? [] : [ms])).sort((a, b) => a - b);
  const median = times.length > 0 ? (times[(times.length - 1) >> 1] + times[times.length >> 1]) / 2 : null;
  const hours = new Map<string, number>();
  for (const { annotator, ms } of answers) {
    // Answers without a time count as the median one.
    const counted = Math.min(ms ?? median ?? 0, (median ?? 0) * MOST_TIMES_MEDIAN);
    hours.set(annotator, (hours.get(annotator) ?? 0) + counted / 3_600_000);
  }
  const spent = [...hours.values()].reduce((sum, value) => sum + value, 0);
  const left = median === null ? null : (median * remaining) / 3_600_000;
  return {
    medianSeconds: median === null ? null : median / 1000,
    hoursSpent: spent,
    hoursLeft: left,
    pay: Object.fromEntries([...hours].map(([annotator, own]) => [annotator, { hours: own, amount: own * hourly }])),
    spent: spent * hourly,
    left: left === null ? null : left * hourly,
  };
}
