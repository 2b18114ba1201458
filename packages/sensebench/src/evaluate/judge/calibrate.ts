/** Compares a judge with people on the same items: how reliable it is, and what it adds to a few labels by people. */

import { type Decision, InputError, type Task } from '@sensebench/metrics/internal/core';
import {
  cohenKappa,
  type Estimate,
  type Label,
  labelsNeeded,
  predictionPowered,
  roganGladen,
  shareInterval,
} from '@sensebench/metrics/internal/metrics';
import { type AlternativeAnnotator, alternativeAnnotatorTest, labelTable, majorityOf } from '../../annotate/index.ts';

export type Share = {
  value: number | null;
  interval: [number, number] | null;
  items: number;
};

export type FieldCalibration = {
  /** The number of items with a label by people, by the judge, and by both. */
  labels: { people: number; judge: number; both: number };
  /** Agreement with the majority of people. Items without a majority are left out. */
  agreement: Share;
  cohenKappa: number | null;
  /** How often the judge says yes (or prefers the first system) where people do, and no where people say no. */
  sensitivity: Share | null;
  specificity: Share | null;
  /** Whether the judge can replace a person; null with too few labels by several people. */
  replaces: AlternativeAnnotator | null;
  /** The mean label: the share of yes, or the share of wins minus that of losses. */
  estimate: {
    people: Estimate;
    judge: Estimate;
    both: Estimate;
    /** From sensitivity and specificity alone. */
    roganGladen: { value: number; interval: [number, number] } | null;
    weight: number;
    /** The number of labels by people alone that would be as precise as people and judge together. */
    worth: number | null;
    /** The number of labels by people needed for the desired interval; null if even all items are not enough. */
    needed?: number | null;
  } | null;
  /** Caveats. */
  notes: string[];
};

export interface CalibrateOptions {
  epsilon?: number;
  /** Half the length of the desired interval. */
  within?: number;
}

export function calibrate<Value>(
  task: Pick<Task<never, Value>, 'value' | 'labels'>,
  { judge, people }: { judge: readonly Decision<Value>[]; people: readonly Decision<Value>[] },
  options: CalibrateOptions = {},
): Record<string, FieldCalibration> {
  const [byJudge, byPeople] = [labelTable(task, judge), labelTable(task, people)];
  const fields = [...byJudge.keys()].filter((field) => byPeople.has(field));
  if (fields.length === 0) throw new InputError('people and the judge have no labelled item in common');
  return Object.fromEntries(
    fields.map((field) => {
      const verdicts = new Map(
        [...(byJudge.get(field) ?? [])].flatMap(([item, [...labels]]) => (labels[0] ? [[item, labels[0][1]] as const] : [])),
      );
      return [field, calibrateField(byPeople.get(field) ?? new Map(), verdicts, options)];
    }),
  );
}

type People = ReadonlyMap<string, ReadonlyMap<string, Label>>;

function calibrateField(people: People, judge: ReadonlyMap<string, Label>, { epsilon, within }: CalibrateOptions): FieldCalibration {
  const both = [...people].flatMap(([item, labels]) => {
    const verdict = judge.get(item);
    return verdict === undefined ? [] : [{ item, labels: [...labels.values()], verdict }];
  });
  if (both.length === 0) throw new InputError('no item has a label by people and one by the judge');
  const decided = both.flatMap(({ labels, verdict }) => {
    const majority = majorityOf(labels);
    return majority === null ? [] : [{ majority, verdict }];
  });
  const right = (of: typeof decided) => share(of.filter(({ majority, verdict }) => majority === verdict).length, of.length);
  const yesAndNo = binaryLabels([...judge.values(), ...both.flatMap(({ labels }) => labels)]);
  const [sensitivity, specificity] = yesAndNo
    ? [true, false].map((wanted) => right(decided.filter(({ majority }) => yesAndNo(majority) === wanted)))
    : [null, null];
  const replaces = alternativeAnnotatorTest(people, judge, { epsilon });
  const estimate = estimateOf(both, { judge, people, within, yesAndNo, sensitivity, specificity });
  const agreement = right(decided);
  return {
    labels: { people: people.size, judge: judge.size, both: both.length },
    agreement,
    cohenKappa: cohenKappa(
      decided.map(({ majority }) => majority),
      decided.map(({ verdict }) => verdict),
    ),
    sensitivity,
    specificity,
    replaces,
    estimate,
    notes: notesOf({ judge, decided, estimate, replaces }),
  };
}

interface Estimating {
  judge: ReadonlyMap<string, Label>;
  people: People;
  within?: number;
  yesAndNo: ((label: Label) => boolean) | null;
  sensitivity: Share | null;
  specificity: Share | null;
}

/** Null if labels have no order, or if people labelled every item. */
function estimateOf(
  both: readonly { item: string; labels: readonly Label[]; verdict: Label }[],
  { judge, people, within, yesAndNo, sensitivity, specificity }: Estimating,
): FieldCalibration['estimate'] {
  const unlabelled = [...judge].filter(([item]) => !people.has(item)).map(([, label]) => numberOf(label));
  const labelled = both.map(({ labels, verdict }) => ({ people: meanOf(labels.map(numberOf)), judge: numberOf(verdict) }));
  const known = labelled.flatMap(({ people: own, judge: verdict }) => (own === null || verdict === null ? [] : [{ own, verdict }]));
  const others = unlabelled.filter((label) => label !== null);
  if (known.length < Math.max(2, labelled.length / 2) || others.length === 0) return null;
  const table = { people: known.map(({ own }) => own), judge: known.map(({ verdict }) => verdict), unlabelled: others };
  const { labels: _, ...estimate } = predictionPowered(table);
  const counts = (of: Share | null) => ({ right: Math.round((of?.value ?? 0) * (of?.items ?? 0)), items: of?.items ?? 0 });
  const verdicts = [...judge.values()].filter((label) => label !== 'unsure');
  return {
    ...estimate,
    roganGladen: yesAndNo
      ? roganGladen({
          yes: verdicts.filter(yesAndNo).length,
          items: verdicts.length,
          sensitivity: counts(sensitivity),
          specificity: counts(specificity),
        })
      : null,
    ...(within === undefined ? {} : { needed: labelsNeeded(table, { reach: within }) }),
  };
}

function notesOf({
  judge,
  decided,
  estimate,
  replaces,
}: {
  judge: ReadonlyMap<string, Label>;
  decided: readonly { majority: Label }[];
  estimate: FieldCalibration['estimate'];
  replaces: AlternativeAnnotator | null;
}): string[] {
  const verdicts = new Set(judge.values());
  const truth = new Set(decided.map(({ majority }) => majority));
  return [
    ...(verdicts.size === 1 ? [`the judge always answers "${[...verdicts][0]}" and adds nothing`] : []),
    ...(truth.size === 1 ? [`people always answer "${[...truth][0]}", so that the judge's errors on other items are unknown`] : []),
    ...(estimate === null ? ['the judge alone has labelled no items, so that there is nothing to estimate'] : []),
    ...(replaces === null ? ['the test whether the judge can replace a person needs two annotators with 30 items labelled by both'] : []),
  ];
}

function share(right: number, items: number): Share {
  return { value: items > 0 ? right / items : null, interval: shareInterval(right, items), items };
}

const NUMBERS: ReadonlyMap<Label, number> = new Map<Label, number>([
  ['yes', 1],
  ['no', 0],
  ['first', 1],
  ['tie', 0],
  ['second', -1],
  [true, 1],
  [false, 0],
]);

/** Null for labels without an order, and for "unsure". */
function numberOf(label: Label): number | null {
  return typeof label === 'number' ? label : (NUMBERS.get(label) ?? null);
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
}

/** Returns a test for the positive label if all labels are yes or no (or 1 or 0); "unsure" is neither. */
function binaryLabels(labels: readonly Label[]): ((label: Label) => boolean) | null {
  const sure = new Set(labels.filter((label) => label !== 'unsure'));
  const is = (...names: Label[]) => [...sure].every((label) => names.includes(label));
  if (is('yes', 'no')) return (label) => label === 'yes';
  if (is(true, false)) return (label) => label === true;
  return is(0, 1) ? (label) => label === 1 : null;
}
