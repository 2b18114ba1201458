/** Agreement on any task: raw agreement, Fleiss' kappa and Krippendorff's alpha by field, and each annotator against the others. */
import type { Decision, Task } from '@sensebench/metrics/internal/core';
import type { Label } from '@sensebench/metrics/internal/metrics';
import { cohenKappa, fleissKappa, krippendorffAlpha, scoredIntervals } from '@sensebench/metrics/internal/metrics';
import { labelsOf } from '../form/value-node.ts';

export type FieldAgreement = {
  /** Numbers are ordinal, all other labels nominal. */
  level: 'nominal' | 'ordinal';
  /** Items with at least two labels. */
  items: number;
  labels: number;
  /** Mean over items of the share of annotator pairs with the same label. */
  raw: number | null;
  fleissKappa: number | null;
  krippendorffAlpha: number | null;
  /** 95% intervals over items; left out if undefined. */
  intervals: { raw?: [number, number]; fleissKappa?: [number, number]; krippendorffAlpha?: [number, number] };
  /** The two annotators with the most shared items. */
  pair: { items: number; agreement: number | null; cohenKappa: number | null };
};

export type TaskAgreement = {
  items: number;
  decisions: number;
  fields: Record<string, FieldAgreement>;
  pair: { annotators: string[]; items: number };
  /** Agreement with the majority of the others, over all fields. */
  perAnnotator: Record<string, AgreementWithOthers & { items: number }>;
};

export interface AgreementOptions {
  /** Compute 95% intervals of the coefficients; default: true. */
  intervals?: boolean;
  seed?: number;
  signal?: AbortSignal;
}

/** By field and item, the labels of the annotators. */
export type LabelTable = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, Label>>>;

/** Agreement of the independent decisions. Final ones are excluded, because they were made with the other answers in view. */
export async function agreementOf<Value>(
  task: Pick<Task<never, Value>, 'value' | 'labels'>,
  given: readonly Decision<Value>[],
  options: AgreementOptions = {},
): Promise<TaskAgreement> {
  const decisions = given.filter(({ final }) => !final);
  const table = labelTable(task, decisions);
  const pair = overlappingPair(decisions);
  const fields: Record<string, FieldAgreement> = {};
  for (const [field, items] of table) fields[field] = await fieldAgreement(items, pair, options);
  const said = [...table.values()].flatMap((items) => [...items.values()]);
  const annotators = [...new Set(decisions.map(({ annotator }) => annotator))].sort();
  return {
    items: new Set(decisions.map(({ item }) => item)).size,
    decisions: decisions.length,
    fields,
    pair: { annotators: pair.annotators, items: pair.items.length },
    perAnnotator: Object.fromEntries(
      annotators.map((annotator) => [
        annotator,
        { items: decisions.filter((one) => one.annotator === annotator).length, ...againstOthers(said, annotator) },
      ]),
    ),
  };
}

export function labelTable<Value>(task: Pick<Task<never, Value>, 'value' | 'labels'>, decisions: readonly Decision<Value>[]): LabelTable {
  const table = new Map<string, Map<string, Map<string, Label>>>();
  for (const { item, annotator, value } of decisions) {
    for (const [field, label] of Object.entries(labelsOf(task, value))) {
      if (label === null) continue;
      const items = table.get(field) ?? new Map<string, Map<string, Label>>();
      const own = items.get(item) ?? new Map<string, Label>();
      own.set(annotator, label);
      items.set(item, own);
      table.set(field, items);
    }
  }
  return table;
}

async function fieldAgreement(
  items: ReadonlyMap<string, ReadonlyMap<string, Label>>,
  pair: OverlappingPair,
  { intervals: wanted = true, seed = 17, signal }: AgreementOptions,
): Promise<FieldAgreement> {
  const rows = [...items.values()].map((labels) => [...labels.values()]).filter((labels) => labels.length > 1);
  const level = rows.flat().every((label) => typeof label === 'number') ? 'ordinal' : 'nominal';
  const score = (sample: readonly Label[][]) => ({
    raw: rawAgreement(sample),
    fleissKappa: fleissKappa(sample),
    krippendorffAlpha: krippendorffAlpha(sample, { level }),
  });
  const measured = {
    outputs: ['raw', 'fleissKappa', 'krippendorffAlpha'],
    stats: rows,
    score: (stats: readonly unknown[]) => score(stats.filter(isRow)),
  };
  const { intervals } = wanted ? await scoredIntervals([measured], { items: rows.length, seed, signal }) : { intervals: {} };
  return { level, items: rows.length, labels: rows.flat().length, ...score(rows), intervals, pair: pairAgreement(items, pair) };
}

function isRow(stats: unknown): stats is Label[] {
  return Array.isArray(stats);
}

/** Items on which one of the two left the field out do not count. */
function pairAgreement(
  items: ReadonlyMap<string, ReadonlyMap<string, Label>>,
  { annotators, items: shared }: OverlappingPair,
): FieldAgreement['pair'] {
  const both = shared.flatMap((item) => {
    const [first, second] = annotators.map((annotator) => items.get(item)?.get(annotator));
    return first === undefined || second === undefined ? [] : [{ first, second }];
  });
  const same = both.filter(({ first, second }) => first === second).length;
  return {
    items: both.length,
    agreement: both.length > 0 ? same / both.length : null,
    cohenKappa: cohenKappa(
      both.map(({ first }) => first),
      both.map(({ second }) => second),
    ),
  };
}

function rawAgreement(rows: readonly (readonly Label[])[]): number | null {
  if (rows.length === 0) return null;
  let sum = 0;
  for (const row of rows) {
    const counts = new Map<Label, number>();
    for (const label of row) counts.set(label, (counts.get(label) ?? 0) + 1);
    const agreeing = [...counts.values()].reduce((pairs, count) => pairs + count * (count - 1), 0);
    sum += agreeing / (row.length * (row.length - 1));
  }
  return sum / rows.length;
}

/** The answer of more than half; null if there is none. */
export function majorityOf<Vote>(votes: readonly Vote[]): Vote | null {
  return votes.find((vote) => votes.filter((other) => other === vote).length * 2 > votes.length) ?? null;
}

/** Decisions by item. */
export function groupByItem<D extends Decision>(decisions: readonly D[]): Map<string, D[]> {
  const groups = new Map<string, D[]>();
  for (const decision of decisions) {
    const group = groups.get(decision.item);
    if (group) group.push(decision);
    else groups.set(decision.item, [decision]);
  }
  return groups;
}

/** The labels of one item or field, by annotator. */
type Said = ReadonlyMap<string, Label>;

type AgreementWithOthers = {
  /** The number of labels for which the others have a majority. */
  compared: number;
  agreement: number | null;
  cohenKappa: number | null;
};

/** Compares one annotator with the majority of the others, label by label. */
export function againstOthers(said: Iterable<Said>, annotator: string): AgreementWithOthers {
  const mine: Label[] = [];
  const theirs: Label[] = [];
  for (const labels of said) {
    const own = labels.get(annotator);
    if (own === undefined) continue;
    const most = majorityOf([...labels].filter(([other]) => other !== annotator).map(([, label]) => label));
    if (most === null) continue;
    mine.push(own);
    theirs.push(most);
  }
  const same = mine.filter((label, i) => label === theirs[i]).length;
  return { compared: mine.length, agreement: mine.length > 0 ? same / mine.length : null, cohenKappa: cohenKappa(mine, theirs) };
}

interface OverlappingPair {
  /** Two annotators, or all of them if none share an item. The one with more decisions comes first. */
  annotators: string[];
  /** Items that both decided on. */
  items: string[];
}

/** The two annotators with the most shared items, for Cohen's kappa. */
export function overlappingPair(decisions: readonly Pick<Decision, 'annotator' | 'item'>[]): OverlappingPair {
  const order = byNumberOfDecisions(decisions);
  const of = new Map(order.map((annotator) => [annotator, new Set<string>()]));
  for (const { annotator, item } of decisions) of.get(annotator)?.add(item);
  let best: OverlappingPair = { annotators: order, items: [] };
  for (const [i, first] of order.entries()) {
    for (const second of order.slice(i + 1)) {
      const items = [...(of.get(first) ?? [])].filter((item) => of.get(second)?.has(item));
      if (items.length > best.items.length) best = { annotators: [first, second], items };
    }
  }
  return best;
}

/** The annotators by number of decisions, the most first; ties by name. */
export function byNumberOfDecisions(decisions: readonly Pick<Decision, 'annotator'>[]): string[] {
  const counts = new Map<string, number>();
  for (const { annotator } of decisions) counts.set(annotator, (counts.get(annotator) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([annotator]) => annotator);
}
