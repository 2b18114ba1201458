/** The alternative annotator test (Calderon, Reichart and Dror 2025): can a judge replace a human annotator? */
import type { Label } from '@sensebench/metrics/internal/metrics';
import { oneSidedP } from '@sensebench/metrics/internal/metrics';

export interface AlternativeAnnotator {
  /** Share of the annotators whom the judge can replace; it passes at one half. */
  winningRate: number;
  passes: boolean;
  /** How often the judge agrees with the others at least as well as a person, averaged over persons. */
  advantage: number;
  annotators: Record<string, { items: number; advantage: number; p: number; replaced: boolean }>;
}

export interface AlternativeAnnotatorOptions {
  /** How much worse than a person the judge may be, given its lower cost: 0.2 for experts, 0.15 for trained annotators, 0.1 for crowd workers. */
  epsilon?: number;
  /** The false discovery rate over the annotators. */
  level?: number;
  /** Annotators with fewer items are left out. */
  leastItems?: number;
}

/** `people` has labels by item and annotator. null if no annotator has enough items that others have labelled too. */
export function alternativeAnnotatorTest(
  people: ReadonlyMap<string, ReadonlyMap<string, Label>>,
  judge: ReadonlyMap<string, Label>,
  { epsilon = 0.15, level = 0.05, leastItems = 30 }: AlternativeAnnotatorOptions = {},
): AlternativeAnnotator | null {
  const compared = new Map<string, { judge: number; person: number }[]>();
  for (const [item, labels] of people) {
    const verdict = judge.get(item);
    if (verdict === undefined || labels.size < 2) continue;
    for (const [annotator, label] of labels) {
      const others = [...labels].filter(([name]) => name !== annotator).map(([, other]) => other);
      const [ofJudge, ofPerson] = [alignment(verdict, others), alignment(label, others)];
      const wins = compared.get(annotator) ?? [];
      wins.push({ judge: Number(ofJudge >= ofPerson), person: Number(ofPerson >= ofJudge) });
      compared.set(annotator, wins);
    }
  }
  const enough = [...compared].filter(([, wins]) => wins.length >= leastItems).sort(([a], [b]) => (a < b ? -1 : 1));
  if (enough.length === 0) return null;
  const tested = enough.map(([annotator, wins]) => ({
    annotator,
    items: wins.length,
    advantage: mean(wins.map((own) => own.judge)),
    p: lessThan(
      wins.map((own) => own.person - own.judge),
      epsilon,
    ),
  }));
  const limit = yekutieli(
    tested.map(({ p }) => p),
    level,
  );
  const replaced = tested.map(({ p }) => p <= limit);
  const winningRate = replaced.filter(Boolean).length / tested.length;
  return {
    winningRate,
    passes: winningRate >= 0.5,
    advantage: mean(tested.map(({ advantage }) => advantage)),
    annotators: Object.fromEntries(tested.map(({ annotator, ...own }, i) => [annotator, { ...own, replaced: replaced[i] }])),
  };
}

/** Nominal labels: the share of the others with the same label. Numbers: the negative root mean squared difference from theirs. */
function alignment(label: Label, others: readonly Label[]): number {
  const distances = others.map((other) => (typeof label === 'number' && typeof other === 'number' ? label - other : null));
  if (distances.every((distance) => distance !== null)) return -Math.sqrt(mean(distances.map((distance) => distance ** 2)));
  return mean(others.map((other) => Number(other === label)));
}

/** The p-value of Student's one-sample test that the mean of these values is not below `limit`. */
function lessThan(values: readonly number[], limit: number): number {
  const centre = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
  if (variance === 0) return centre < limit ? 0 : 1;
  return oneSidedP((centre - limit) / Math.sqrt(variance / values.length), values.length - 1);
}

/** The largest p-value that is rejected (Benjamini and Yekutieli 2001), or -1. */
function yekutieli(ps: readonly number[], level: number): number {
  const harmonic = ps.reduce((sum, _, i) => sum + 1 / (i + 1), 0);
  const sorted = [...ps].sort((a, b) => a - b);
  return sorted.findLast((p, i) => p <= ((i + 1) / ps.length) * (level / harmonic)) ?? -1;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
