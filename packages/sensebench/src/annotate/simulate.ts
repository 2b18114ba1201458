/** Simulated annotators for demonstrations and tests: seeded answers to any task, with a given accuracy. */
import { createRandom, type Random, type ShowingPlace, type Task, type TaskItem } from '@sensebench/metrics/internal/core';
import { answerOf, type FormField, formOf } from './form/form-of.ts';
import { present } from './present/present.ts';

export interface AnnotatorProfile {
  /** How often an answer is the simulated truth, from 0 to 1. */
  accuracy: number;
  /** How much a later position adds to the perceived quality of an output, from -1 to 1; 0 is unbiased. */
  laterBias?: number;
  /** How often the first option is chosen regardless of the truth. */
  firstOption?: number;
  /** The median time per answer. */
  medianSeconds: number;
}

export interface SimulatedAnswer {
  /** As a browser would send it. */
  answer: unknown;
  ms: number;
}

type Simulated<Shown, Value> = Pick<Task<Shown, Value>, 'name' | 'value' | 'criteria' | 'arrange' | 'present'>;

/** A name that marks a simulated annotator in every file of decisions. */
export function simulatedName(place: number): string {
  return `simulated-${place + 1}`;
}

export function isSimulated(annotator: string): boolean {
  return /^simulated-\d+$/.test(annotator);
}

/** The same seed, annotator and item give the same answer. The truth depends only on the seed and the item, or is its gold value. */
export function simulate<Shown, Value>(
  task: Simulated<Shown, Value>,
  item: TaskItem<Shown>,
  place: ShowingPlace,
  profile: AnnotatorProfile,
): SimulatedAnswer {
  const random = createRandom(`${place.seed}/simulated/${task.name}/${item.id}/${place.annotator}`);
  const showing = present(task, item, place);
  const { fields } = formOf(task, showing.shown);
  const gold = item.gold === undefined ? undefined : showing.toAnswer(task.value.parse(item.gold));
  const ranks = rankFields(fields, { showing: showing.shown, seed: place.seed, profile, random });
  const filled = fields.map((field) => {
    const truth = createRandom(`${place.seed}/truth/${item.id}/${field.path.join('/')}`);
    const known = at(gold, field.path);
    if (known === undefined && field.ranks) return ranks.get(field);
    if (field.options) return choose(field, { known, truth, random, profile });
    if (field.kind === 'number') return known ?? (field.least ?? 0) + truth.below(10);
    const isComment = /comment|note|reason$/i.test(field.path.at(-1) ?? '');
    // Optional texts are filled in now and then, texts for shown parts always.
    if (!field.required && field.path.length < 2 && random.next() < (isComment ? 0.8 : 0.5)) return undefined;
    if (isComment && known === undefined) return commentOn(showing.shown, random);
    const text = typeof known === 'string' ? known : inventText(showing.shown, { sentences: field.sentences ?? 1, random });
    return field.kind === 'list' ? [text] : text;
  });
  return { answer: answerOf(fields, filled), ms: Math.round(1000 * profile.medianSeconds * Math.exp(0.5 * normal(random))) };
}

interface Choosing {
  known: unknown;
  truth: Random;
  random: Random;
  profile: AnnotatorProfile;
}

/** The first option (usually yes) is true more often. Mistakes on a scale are close to the truth. */
function choose({ options = [] }: FormField, { known, truth, random, profile }: Choosing): unknown {
  const values = options.map(({ value }) => value);
  const place = options.findIndex(({ value }) => value === known);
  const right = place >= 0 ? place : truth.weighted(values.map((_, i) => (i === 0 ? 3 : 1)));
  if (random.next() < (profile.firstOption ?? 0)) return values[0];
  if (random.next() < profile.accuracy || values.length < 2) return values[right];
  const wrong = values.map((_, i) => i).filter((i) => i !== right);
  if (typeof values[0] !== 'number') return values[random.choice(wrong)];
  return values[random.choice(wrong.filter((i) => Math.abs(i - right) === 1))];
}

interface Ranking {
  showing: unknown;
  seed: number | string;
  profile: AnnotatorProfile;
  random: Random;
}

/** Longer outputs are better, plus a random quality per text; less accurate annotators add more noise. */
function rankFields(fields: readonly FormField[], { showing, seed, profile, random }: Ranking): Map<FormField, number> {
  const ranked = fields.filter(({ ranks }) => ranks);
  const texts = outputTexts(showing);
  const noise = 2 * (1 - profile.accuracy);
  const worth = ranked.map((_, i) => {
    const text = texts[i] ?? '';
    const own = createRandom(`${seed}/worth/${text}`).next() + Math.min(text.split(/\s+/).length, 12) / 12;
    const later = ranked.length > 1 ? (profile.laterBias ?? 0) * (i / (ranked.length - 1) - 0.5) * 2 : 0;
    return Math.round(10 * (own + later + noise * normal(random)));
  });
  return new Map(ranked.map((field, i) => [field, 1 + worth.filter((other) => other > worth[i]).length]));
}

function outputTexts(shown: unknown): string[] {
  if (typeof shown !== 'object' || shown === null || !('outputs' in shown) || !Array.isArray(shown.outputs)) return [];
  return shown.outputs.map((output: unknown) => {
    const text: unknown = typeof output === 'object' && output !== null && 'text' in output ? output.text : output;
    return String(text);
  });
}

function at(value: unknown, path: readonly string[]): unknown {
  let found: unknown = value;
  for (const part of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = new Map<string, unknown>(Object.entries(found)).get(part);
  }
  return found;
}

/** Standard normal (Box and Muller 1958). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

const COMMENTS: readonly ((subject: string) => string)[] = [
  (subject) => `I hesitated over ${subject}.`,
  (subject) => `It depends on the situation whether ${subject} fits.`,
  (subject) => `I would have to know more to be sure about ${subject}.`,
  (subject) => `I read ${subject} twice before I decided.`,
];

/** Sides with no answer, because it is written beside any of them. */
function commentOn(shown: unknown, random: Random): string {
  const texts = typeof shown === 'object' && shown !== null ? Object.values(shown).filter((text) => typeof text === 'string') : [];
  const subject = texts.filter((text) => text.length <= LONGEST_QUOTE).at(-1);
  return random.choice(COMMENTS)(subject === undefined ? 'this one' : `“${subject.replace(/[.!?]$/, '')}”`);
}

/** Characters of a text that a comment quotes. */
const LONGEST_QUOTE = 80;

const FRAMES: readonly ((words: string) => string)[] = [
  (words) => `People often see ${words} together.`,
  (words) => `A man thinks of ${words} every day.`,
  (words) => `There is ${words} in the picture.`,
];

/** How many words of plain texts are used if no list of words is shown. */
const FEW = 4;

/** A text with every given word, in the requested number of sentences. Not good English. */
function inventText(shown: unknown, { sentences, random }: { sentences: number; random: Random }): string {
  const words = wordsOf(shown);
  // A repeated word belongs in two sentences.
  const groups: string[][] = Array.from({ length: sentences }, () => []);
  for (const word of words) {
    const free = groups.filter((group) => !group.includes(word));
    const group = (free.length > 0 ? free : groups).reduce((least, one) => (one.length < least.length ? one : least));
    group.push(word);
  }
  return groups.map((group) => random.choice(FRAMES)(listed(group.length > 0 ? group : ['such a thing']))).join(' ');
}

/** The lists of words among what is shown (keywords, concepts), else the first words of its texts. */
function wordsOf(shown: unknown): string[] {
  if (typeof shown !== 'object' || shown === null) return [];
  const parts: unknown[] = Object.values(shown);
  const lists = parts.flatMap((part) =>
    Array.isArray(part) ? part.filter((word) => typeof word === 'string' && !/[.!?]$/.test(word)) : [],
  );
  if (lists.length > 0) return lists.map(String);
  return parts.flatMap((part) => (typeof part === 'string' ? (part.match(/\p{L}+/gu) ?? []).slice(0, FEW) : []));
}

function listed(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}` : words[0];
}
