/** The features of a pair: how alike the frames are, how the situations differ, and how each statement reads alone. */
import { longestCommonSubsequence } from '@sensebench/metrics/internal/metrics';
import { compareSlots, type SituatedSlot, samePlace, situateSlots } from '../pairs/compared-slots.ts';
import { NUMBERS, type StatementFacts } from './statement-facts.ts';

/** A statement as the features see it. */
export interface DescribedStatement {
  facts: StatementFacts;
  slots: readonly SituatedSlot[];
  /** Unit vectors of `TEXTS`. */
  vectors: Readonly<Record<'whole' | 'masked' | 'placeless' | 'situation', Float32Array>>;
  /** The probability that it is commonsense that depends on a place or time. */
  commonsense: number;
  /** The probability of each topic. */
  topics: Float32Array;
}

const PAIRED = [
  'sameVerb',
  'bothCopulas',
  'sameShape',
  'sameTense',
  'sameAgent',
  'oneNegated',
  'sameCondition',
  'lengthRatio',
  'relations',
  'prepositions',
  'content',
  'sharedContent',
  'skeleton',
  'frameWords',
  'names',
  'nouns',
  'subjects',
  'objects',
  'bothSubjectsUnknown',
  'comparedSlots',
  'sameRole',
  'samePlace',
  'sameKind',
  'bothGeo',
  'bothTemp',
  'kindsShared',
  'sharedRegion',
  'sameCountry',
  'whole',
  'masked',
  'placeless',
  'situation',
  'wholeGain',
  'swap',
  'swapWhole',
  'ownFit',
  'topics',
  'sameTopic',
  'topicCertainty',
  'commonsenseLeast',
  'commonsenseMost',
  'commonsenseProduct',
] as const;

export const FEATURES: readonly string[] = [...PAIRED, ...NUMBERS.flatMap((name) => [`${name}Least`, `${name}Most`])];

export function describePair(one: DescribedStatement, two: DescribedStatement): Float32Array {
  const values = { ...frameFeatures(one, two), ...situationFeatures(one, two), ...meaningFeatures(one, two) };
  const features = new Float32Array(FEATURES.length);
  for (const [place, name] of PAIRED.entries()) features[place] = values[name];
  for (let i = 0; i < NUMBERS.length; i++) {
    const [a, b] = [one.facts.numbers[i], two.facts.numbers[i]];
    features[PAIRED.length + 2 * i] = Math.min(a, b);
    features[PAIRED.length + 2 * i + 1] = Math.max(a, b);
  }
  return features;
}

type Values<Names extends string> = Record<Names, number>;

function frameFeatures({ facts: one }: DescribedStatement, { facts: two }: DescribedStatement) {
  const [first, second] = [one.frame, two.frame];
  const words = [one, two].map(({ relations }) => relations.length);
  return {
    sameVerb: yes(first.verb === second.verb && first.verb !== ''),
    bothCopulas: yes(first.verb === 'be' && second.verb === 'be'),
    sameShape: yes(first.shape === second.shape),
    sameTense: yes(first.past === second.past),
    sameAgent: yes(first.agent === second.agent),
    oneNegated: yes(first.negated !== second.negated),
    sameCondition: yes((first.condition === '') === (second.condition === '')),
    lengthRatio: Math.min(...words) / Math.max(1, ...words),
    relations: bagOverlap(one.relations, two.relations),
    prepositions: bagOverlap(one.prepositions, two.prepositions),
    content: overlap(one.content, two.content),
    sharedContent: shared(one.content, two.content),
    skeleton: inOrder(first.skeleton, second.skeleton),
    frameWords: bagOverlap([...first.skeleton].sort(), [...second.skeleton].sort()),
    names: shared(one.names, two.names),
    nouns: overlap(one.nouns, two.nouns),
    subjects: overlap(one.subject, two.subject),
    objects: overlap(one.object, two.object),
    bothSubjectsUnknown: yes(one.subject.length === 0 && two.subject.length === 0),
  } satisfies Values<string>;
}

function situationFeatures(one: DescribedStatement, two: DescribedStatement) {
  const compared = compareSlots(one.slots, two.slots, { alike: false });
  const roles = (slots: readonly SituatedSlot[]) => slots.map(({ context, role }) => `${context} ${role}`);
  const [kinds, others] = [one.facts.kinds, two.facts.kinds];
  const has = (slots: readonly SituatedSlot[], context: string) => slots.some((slot) => slot.context === context);
  return {
    comparedSlots: compared.length,
    sameRole: overlap(roles(one.slots), roles(two.slots)),
    samePlace: yes(compared.length > 0 && samePlace(compared) !== undefined),
    sameKind: yes(
      compared.some(({ one: a, two: b }) => a.context === b.context && a.situation.paths[0]?.length === b.situation.paths[0]?.length),
    ),
    bothGeo: yes(has(one.slots, 'GEO') && has(two.slots, 'GEO')),
    bothTemp: yes(has(one.slots, 'TEMP') && has(two.slots, 'TEMP')),
    kindsShared: overlap(kinds, others),
    sharedRegion: sharedPath(one.slots, two.slots, 1),
    sameCountry: sharedPath(one.slots, two.slots, 2),
  } satisfies Values<string>;
}

/** Whether two places lie in one continent or, two steps deep, in one country. */
function sharedPath(first: readonly SituatedSlot[], second: readonly SituatedSlot[], depth: number): number {
  const parts = (slots: readonly SituatedSlot[]) =>
    slots.flatMap(({ situation }) => situation.paths.slice(0, 1).map((path) => path.split('/').slice(0, depth).join('/')));
  const [ones, twos] = [parts(first), parts(second)];
  if (ones.length === 0 || twos.length === 0) return -1;
  return yes(ones.some((path) => twos.includes(path)));
}

function meaningFeatures(one: DescribedStatement, two: DescribedStatement) {
  const [first, second] = [one.vectors, two.vectors];
  const whole = dot(first.whole, second.whole);
  const placeless = dot(first.placeless, second.placeless);
  const ownFit = [dot(first.placeless, first.situation), dot(second.placeless, second.situation)];
  const otherFit = [dot(first.placeless, second.situation), dot(second.placeless, first.situation)];
  const wholeFit = [dot(first.whole, first.situation), dot(second.whole, second.situation)];
  const wholeOther = [dot(first.whole, second.situation), dot(second.whole, first.situation)];
  const [a, b] = [best(one.topics), best(two.topics)];
  return {
    whole,
    masked: dot(first.masked, second.masked),
    placeless,
    situation: dot(first.situation, second.situation),
    wholeGain: placeless - whole,
    swap: Math.min(ownFit[0] - otherFit[0], ownFit[1] - otherFit[1]),
    swapWhole: Math.min(wholeFit[0] - wholeOther[0], wholeFit[1] - wholeOther[1]),
    ownFit: Math.min(...ownFit),
    topics: dot(one.topics, two.topics),
    sameTopic: yes(a === b),
    topicCertainty: Math.min(one.topics[a], two.topics[b]),
    commonsenseLeast: Math.min(one.commonsense, two.commonsense),
    commonsenseMost: Math.max(one.commonsense, two.commonsense),
    commonsenseProduct: one.commonsense * two.commonsense,
  } satisfies Values<string>;
}

export function situationsOf({ frame }: StatementFacts): readonly SituatedSlot[] {
  return situateSlots(frame.slots);
}

function yes(value: boolean): number {
  return value ? 1 : 0;
}

function shared<Value>(first: readonly Value[], second: readonly Value[]): number {
  return first.filter((value) => second.includes(value)).length;
}

/** Jaccard's index of two sets; 0 for two empty ones. */
function overlap<Value>(first: readonly Value[], second: readonly Value[]): number {
  const [ones, twos] = [new Set(first), new Set(second)];
  const both = [...ones].filter((value) => twos.has(value)).length;
  const all = ones.size + twos.size - both;
  return all === 0 ? 0 : both / all;
}

/** Twice the shared elements by all elements of two sorted lists. */
function bagOverlap(first: readonly string[], second: readonly string[]): number {
  let both = 0;
  for (let i = 0, j = 0; i < first.length && j < second.length; ) {
    if (first[i] === second[j]) {
      both++;
      i++;
      j++;
    } else if (first[i] < second[j]) i++;
    else j++;
  }
  const all = first.length + second.length;
  return all === 0 ? 1 : (2 * both) / all;
}

function inOrder(first: readonly string[], second: readonly string[]): number {
  const all = first.length + second.length;
  return all === 0 ? 0 : (2 * longestCommonSubsequence(first, second)) / all;
}

export function dot(first: ArrayLike<number>, second: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < first.length; i++) sum += first[i] * second[i];
  return sum;
}

function best(values: ArrayLike<number>): number {
  let place = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[place]) place = i;
  return place;
}
