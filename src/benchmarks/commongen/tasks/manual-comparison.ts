/** Manual comparison (Lin et al. 2020, section 5.2 and Table 4): pairwise votes → a ranking per set → hit@k, agreement of annotators, and which metric ranks systems as people do. */
import { z } from 'zod';
import { createRandom } from '../../../core/index.ts';
import { kendallTau, spearman } from '../../../metrics/agreement/index.ts';

export const voteSchema = z.object({
  set: z.string().min(1),
  annotator: z.string().min(1),
  first: z.string().min(1),
  second: z.string().min(1),
  /** Which of the two is more plausible. */
  winner: z.enum(['first', 'second', 'tie']),
});
export type Vote = z.infer<typeof voteSchema>;

export interface Comparison {
  set: string;
  first: string;
  second: string;
}

/** All pairs of systems for each of `count` sets that every system covers; which one stands first is drawn. */
export function planComparisons(
  covered: ReadonlyMap<string, ReadonlySet<string>>,
  { count = 100, seed }: { count?: number; seed: number },
): Comparison[] {
  const systems = [...covered.keys()];
  const [first, ...rest] = [...covered.values()];
  const shared = [...(first ?? [])].filter((set) => rest.every((other) => other.has(set))).sort();
  const random = createRandom(`${seed}/comparisons`);
  return random
    .sample(shared, count)
    .flatMap((set) =>
      systems.flatMap((a, i) =>
        systems.slice(i + 1).map((b) => (random.next() < 0.5 ? { set, first: a, second: b } : { set, first: b, second: a })),
      ),
    );
}

export interface ManualResult {
  sets: number;
  annotators: number;
  /** Share of the sets in which a system is among the k best, ties shared evenly. */
  hits: Record<string, Record<string, number>>;
  /** Mean Kendall τ-b between annotators' rankings of the systems within a set; null with one annotator. */
  kendall: number | null;
}

const KS = [1, 3, 5];

export function rankSystems(votes: readonly Vote[]): ManualResult {
  const systems = [...new Set(votes.flatMap(({ first, second }) => [first, second]))].sort();
  const sets = [...new Set(votes.map(({ set }) => set))];
  const annotators = [...new Set(votes.map(({ annotator }) => annotator))].sort();
  const winsBy = new Map<string, number[]>();
  for (const { set, annotator, first, second, winner } of votes) {
    const key = `${annotator}\n${set}`;
    const wins = winsBy.get(key) ?? systems.map(() => 0);
    winsBy.set(key, wins);
    wins[systems.indexOf(first)] += winner === 'first' ? 1 : winner === 'tie' ? 0.5 : 0;
    wins[systems.indexOf(second)] += winner === 'second' ? 1 : winner === 'tie' ? 0.5 : 0;
  }
  const hits: ManualResult['hits'] = Object.fromEntries(systems.map((system) => [system, {}]));
  for (const k of KS.filter((each) => each < systems.length)) {
    const sums = systems.map(() => 0);
    for (const wins of winsBy.values())
      systems.forEach((_, i) => {
        sums[i] += chanceAmongBest(wins, i, k);
      });
    systems.forEach((system, i) => {
      hits[system][`hit@${k}`] = sums[i] / winsBy.size;
    });
  }
  return { sets: sets.length, annotators: annotators.length, hits, kendall: agreement(winsBy, annotators, sets) };
}

/** With ties, the places that the tied ones share are dealt out evenly. */
function chanceAmongBest(wins: readonly number[], system: number, k: number): number {
  const better = wins.filter((value) => value > wins[system]).length;
  const tied = wins.filter((value) => value === wins[system]).length;
  return Math.max(0, Math.min(1, (k - better) / tied));
}

function agreement(winsBy: ReadonlyMap<string, readonly number[]>, annotators: readonly string[], sets: readonly string[]): number | null {
  const values: number[] = [];
  annotators.forEach((a, i) => {
    for (const b of annotators.slice(i + 1)) {
      for (const set of sets) {
        const [left, right] = [winsBy.get(`${a}\n${set}`), winsBy.get(`${b}\n${set}`)];
        const tau = left && right ? kendallTau([...left], [...right]) : null;
        if (tau !== null) values.push(tau);
      }
    }
  });
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}

/** Spearman between each metric and the coverage-weighted hit@1 of the systems (the paper: SPICE 0.94, METEOR and ROUGE-2 0.88, BLEU-4 0.78). */
export function correlateMetrics(
  hits: ManualResult['hits'],
  systems: Readonly<Record<string, { coverage: number; scores: Readonly<Record<string, number>> }>>,
): Record<string, number | null> {
  const names = Object.keys(hits).filter((name) => name in systems);
  const weighted = names.map((name) => hits[name]['hit@1'] * systems[name].coverage);
  const metrics = [...new Set(names.flatMap((name) => Object.keys(systems[name].scores)))];
  return Object.fromEntries(
    metrics.map((metric) => [
      metric,
      spearman(
        weighted,
        names.map((name) => systems[name].scores[metric]),
      ),
    ]),
  );
}
