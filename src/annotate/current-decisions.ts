/** The version rule: of one annotator's decisions on one item the last by time counts; one without a time comes before those with one. */
import type { Decision, PlacedDecision } from '../core/index.ts';

export interface CurrentDecisions<Value> {
  /** In the order in which annotator and item first appear. */
  current: PlacedDecision<Value>[];
  /** How many decisions a later one replaced. */
  replaced: number;
}

/** `decisions` in the order of the files. A final decision and one of the annotator's own are two things. A last decision whose value is null takes back what was there. */
export function currentDecisions<Value>(decisions: readonly PlacedDecision<Value | null>[]): CurrentDecisions<Value> {
  const last = new Map<string, PlacedDecision<Value | null>>();
  for (const decision of decisions) {
    const key = JSON.stringify([decision.annotator, decision.item, decision.final ?? false]);
    const known = last.get(key);
    if (!known || timeOf(decision) >= timeOf(known)) last.set(key, decision);
  }
  const current = [...last.values()].flatMap(({ value, ...rest }) => (value === null ? [] : [{ ...rest, value }]));
  return { current, replaced: decisions.length - last.size };
}

function timeOf({ at }: Decision): number {
  return at === undefined ? Number.NEGATIVE_INFINITY : Date.parse(at);
}

export interface SettledDecisions<D> {
  /** The decisions that count: the last final one of an item if it has any, otherwise all of them. */
  settled: D[];
  /** The annotators' own decisions, without final ones. */
  independent: D[];
}

/**
 * The rule of final decisions: where one settles an item, it counts alone; agreement is always of the independent ones.
 * Decisions that count by the version rule.
 */
export function settle<D extends Decision>(decisions: readonly D[]): SettledDecisions<D> {
  const final = new Map<string, D>();
  for (const decision of decisions) {
    const known = final.get(decision.item);
    if (decision.final && (!known || timeOf(decision) >= timeOf(known))) final.set(decision.item, decision);
  }
  return {
    settled: decisions.filter((decision) => !final.has(decision.item) || final.get(decision.item) === decision),
    independent: decisions.filter((decision) => !decision.final),
  };
}
