/** The qualification round: items with known answers, a pass mark, and a second try with other items. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Task, TaskItem } from '../../core/index.ts';
import { labelsOf } from '../form/labels-of.ts';

export interface QualificationRule {
  /** How many items a try has. */
  items: number;
  /** Share of the fields that must be right. */
  pass: number;
  /** How many tries there are. Crowd platforms demand a second one. */
  tries: number;
}

export interface QualificationState {
  status: 'open' | 'passed' | 'failed';
  /** The try that is running or was the last, from 1. */
  try: number;
  /** Items of this try that are still to be answered. */
  left: string[];
  /** Share of the fields that were right in each finished try. */
  scores: number[];
}

/** The items of a try: drawn by seed and annotator, no item in two tries. With too few items there are fewer tries. */
export function qualificationItems(
  items: readonly Pick<TaskItem, 'id' | 'gold'>[],
  rule: QualificationRule,
  { seed, annotator }: { seed: number | string; annotator: string },
): string[][] {
  const key = (id: string) => createHash('sha256').update(`${seed}/qualification/${annotator}/${id}`).digest('hex');
  const drawn = items
    .filter(({ gold }) => gold !== undefined)
    .map(({ id }) => ({ id, key: key(id) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const tries = Math.min(rule.tries, Math.floor(drawn.length / rule.items));
  return Array.from({ length: tries }, (_, i) => drawn.slice(i * rule.items, (i + 1) * rule.items).map(({ id }) => id));
}

/** `answers` by item. */
export function qualify<Value>(
  task: Pick<Task<never, Value>, 'value' | 'labels'>,
  items: readonly Pick<TaskItem, 'id' | 'gold'>[],
  { tries, rule, answers }: { tries: readonly (readonly string[])[]; rule: QualificationRule; answers: ReadonlyMap<string, Value> },
): QualificationState {
  const gold = new Map(items.map((item) => [item.id, item.gold]));
  const scores: number[] = [];
  for (const [i, own] of tries.entries()) {
    const left = own.filter((id) => !answers.has(id));
    if (left.length > 0) return { status: 'open', try: i + 1, left, scores };
    scores.push(
      shareRight(
        task,
        own.map((id) => ({ given: answers.get(id), gold: gold.get(id) })),
      ),
    );
    if (scores[i] >= rule.pass) return { status: 'passed', try: i + 1, left: [], scores };
  }
  return { status: 'failed', try: Math.max(1, tries.length), left: [], scores };
}

/** Share of the comparable labels of known answers that were given; whole values where a task has no labels. */
export function shareRight<Value>(
  task: Pick<Task<never, Value>, 'value' | 'labels'>,
  pairs: readonly { given: Value | undefined; gold: unknown }[],
): number {
  let [right, all] = [0, 0];
  for (const { given, gold } of pairs) {
    const known = task.value.parse(gold);
    const wanted = Object.entries(labelsOf(task, known));
    if (wanted.length === 0) {
      all++;
      if (isDeepStrictEqual(given, known)) right++;
      continue;
    }
    const said = given === undefined ? {} : labelsOf(task, given);
    for (const [field, label] of wanted) {
      if (label === null) continue;
      all++;
      if (said[field] === label) right++;
    }
  }
  return all > 0 ? right / all : 1;
}
