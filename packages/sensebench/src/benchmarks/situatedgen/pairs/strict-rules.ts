/** The strict pair rules: what two similar statements must keep to be a contrast (SituatedGen, section 3.1 and Table 6). */

import { longestCommonSubsequence } from '@sensebench/metrics/internal/metrics';
import { createTextNumbers, type TextNumbers } from '../../../files/index.ts';
import { plainWords } from '../plain-words.ts';
import {
  type ComparedSlots,
  compareSlots,
  countDiffering,
  type SituatedSlot,
  samePlace,
  situateSlots,
  slotName,
} from './compared-slots.ts';
import type { Frame } from './frame.ts';

/** In the order in which they are asked. */
export const STRICT_RULES = [
  'unfinished-sentence',
  'both-negated',
  'other-predicate',
  'other-sense',
  'other-frame',
  'other-slot',
  'same-place',
  'same-value',
  'same-when-swapped',
] as const;
export type StrictRule = (typeof STRICT_RULES)[number];

export const STRICT_RULE_TEXTS: Readonly<Record<StrictRule, string>> = {
  'unfinished-sentence': 'a sentence has no finite verb that agrees with its subject',
  'both-negated': 'both sentences deny something',
  'other-predicate': 'the main verbs differ',
  'other-sense': 'the main verb has its sense from its object, and the objects are of different kinds: give lessons, give birth',
  'other-frame': 'the main verbs take different things: an object, a clause, a condition, an event of the past',
  'other-slot': 'no slot of the frame is filled by places or times of both sentences',
  'same-place': 'the compared places or times are one under two names, or one contains the other',
  'same-value': 'the same is said of both places or times',
  'same-when-swapped': 'with places or times exchanged, the sentences are those that the corpus already has',
};

export type StrictVerdict = { contrast: number } | { rule: StrictRule; value?: string };

/** Sentences that have nearly every word besides nouns and adjectives in common have one frame, whatever the parser made of them. */
const ALIKE = 0.9;
const ALIKE_WORDS = 5;
const SHORT_WORDS = 3;

/** A statement with what the rules compare. */
export interface FramedStatement {
  text: string;
  frame: Frame;
  slots: readonly SituatedSlot[];
}

export function frameStatement(text: string, frame: Frame): FramedStatement {
  return { text, frame, slots: situateSlots(frame.slots) };
}

export type StrictJudge = (first: FramedStatement, second: FramedStatement) => StrictVerdict;

/** `corpus` are the texts of all statements: an exchange that leads from one to another changes nothing. */
export function createStrictJudge(corpus: Iterable<string>, { without = [] }: { without?: readonly StrictRule[] } = {}): StrictJudge {
  const rules = STRICT_RULES.filter((rule) => !without.includes(rule));
  const known = createTextNumbers();
  for (const text of corpus) known.add(plainWords(text));
  return (first, second) => {
    const alike = areAlike(first.frame, second.frame);
    const pair: JudgedPair = { first, second, known, alike, compared: compareSlots(first.slots, second.slots, { alike }) };
    for (const rule of rules) {
      const value = CHECKS[rule](pair);
      if (value !== undefined) return { rule, value };
    }
    return { contrast: contrastScore(first.frame, second.frame, parallelism(first.frame, second.frame)) };
  };
}

interface JudgedPair {
  first: FramedStatement;
  second: FramedStatement;
  alike: boolean;
  compared: readonly ComparedSlots[];
  known: Pick<TextNumbers, 'has'>;
}

/** Each says what it found against the pair; undefined for nothing. */
const CHECKS: Readonly<Record<StrictRule, (pair: JudgedPair) => string | undefined>> = {
  'unfinished-sentence': ({ first, second }) =>
    first.frame.finite ? (second.frame.finite ? undefined : second.frame.verb) : first.frame.verb,
  'both-negated': ({ first, second }) => (first.frame.negated && second.frame.negated ? first.frame.verb : undefined),
  'other-predicate': ({ first, second, alike }) =>
    alike || first.frame.verb === second.frame.verb ? undefined : `${first.frame.verb} / ${second.frame.verb}`,
  'other-sense': ({ first, second }) => (otherSense(first.frame, second.frame) ? first.frame.verb : undefined),
  'other-frame': ({ first, second, alike }) => (alike ? undefined : frameDifference(first.frame, second.frame)),
  'other-slot': ({ first, second, compared }) =>
    compared.length > 0 ? undefined : `${slotName(first.slots[0])} / ${slotName(second.slots[0])}`,
  'same-place': ({ compared }) => samePlace(compared),
  'same-value': ({ first, second }) => (sameValues(first, second) ? first.frame.values.join(' ') || first.frame.verb : undefined),
  'same-when-swapped': sameWhenSwapped,
};

/** Longer sentences may differ in a word; short ones with the same verb may not. */
function areAlike(one: Frame, two: Frame): boolean {
  const [least, most] = [Math.min(one.skeleton.length, two.skeleton.length), Math.max(one.skeleton.length, two.skeleton.length)];
  if (least < ALIKE_WORDS)
    return least >= SHORT_WORDS && least === most && one.verb === two.verb && one.skeleton.every((word, i) => word === two.skeleton[i]);
  return (2 * least) / (least + most) >= ALIKE && parallelism(one, two) >= ALIKE;
}

function otherSense(one: Frame, two: Frame): boolean {
  return one.classes.length > 0 && two.classes.length > 0 && !one.classes.some((kind) => two.classes.includes(kind));
}

function frameDifference(one: Frame, two: Frame): string | undefined {
  if (one.shape !== two.shape) return `${one.shape} / ${two.shape}`;
  if (one.past !== two.past) return 'an event / something general';
  if (one.agent !== two.agent && one.agent !== 'people' && two.agent !== 'people') return `${one.agent} / ${two.agent}`;
  if (one.condition !== two.condition) return `${one.condition || 'no condition'} / ${two.condition || 'no condition'}`;
  return undefined;
}

/** At most one place or time differs, and nothing else does: "Guinea (Panama) lies north of the equator". */
function sameValues(first: FramedStatement, second: FramedStatement): boolean {
  const [ones, twos] = [first.frame.values, second.frame.values];
  if (ones.length !== twos.length || !ones.every((value, i) => nearlyEqual(value, twos[i]))) return false;
  return Math.min(countDiffering(first.slots, second.slots), countDiffering(second.slots, first.slots)) <= 1;
}

/** Equal, or one letter apart in a long word: "hemisphere" and "hemishere". */
function nearlyEqual(first: string, second: string): boolean {
  if (first === second) return true;
  if (Math.min(first.length, second.length) < 7 || Math.abs(first.length - second.length) > 1) return false;
  let start = 0;
  while (first[start] === second[start]) start++;
  const [one, two] = [first.slice(start), second.slice(start)];
  return one.slice(1) === two || one === two.slice(1) || one.slice(1) === two.slice(1);
}

/** Exchanges the compared places or times. Both sentences are then in the corpus, so they are as true as before. */
function sameWhenSwapped({ first, second, compared, known }: JudgedPair): string | undefined {
  for (const { one, two } of compared) {
    const there = plainWords(first.text.slice(0, one.start) + two.name + first.text.slice(one.end));
    const back = plainWords(second.text.slice(0, two.start) + one.name + second.text.slice(two.end));
    if (there !== plainWords(first.text) && known.has(there) && known.has(back)) return `${one.name} / ${two.name}`;
  }
  return undefined;
}

type Compared = Pick<Frame, 'skeleton' | 'values' | 'slots'>;

/** `parallel` is their parallelism. Two decimals, cut off. */
function contrastScore(first: Compared, second: Compared, parallel: number): number {
  return Math.floor(50 * (parallel + difference(first, second)) + 1e-9) / 100;
}

/** Share of the words around names, nouns and adjectives that both have in the same order. */
function parallelism({ skeleton: first }: Compared, { skeleton: second }: Compared): number {
  const words = first.length + second.length;
  return words === 0 ? 0 : (2 * longestCommonSubsequence(first, second)) / words;
}

/** Share of the words of content, places and times that only one of them has. */
function difference(first: Compared, second: Compared): number {
  const [ones, twos] = [first, second].map(({ values, slots }) => new Set([...values, ...slots.map(({ name }) => name.toLowerCase())]));
  let shared = 0;
  for (const value of ones) if (twos.has(value)) shared++;
  const all = ones.size + twos.size - shared;
  return all === 0 ? 0 : 1 - shared / all;
}
