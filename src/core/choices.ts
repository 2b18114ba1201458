/** Choices of a multiple-choice item: their labels, another order to show them in, and the choice that a free text names. */

import type { Choice } from './answering-model.ts';
import { InputError } from './errors.ts';
import type { Random } from './random.ts';

/** A plain text gets the label of its place: A, B, … Z, AA, AB, … */
export function labelChoices(choices: readonly (string | Choice)[]): Choice[] {
  const labelled = choices.map((choice, place) => (typeof choice === 'string' ? { label: letterOf(place), text: choice } : choice));
  const labels = new Set(labelled.map(({ label }) => label));
  if (labels.size < labelled.length) throw new InputError(`two choices have one label: ${labelled.map(({ label }) => label).join(', ')}`);
  if (labels.has('')) throw new InputError('a choice has an empty label');
  return labelled;
}

function letterOf(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : letterOf(Math.floor(place / 26) - 1) + letter;
}

export interface ShownChoices {
  /** As a model sees them. */
  choices: Choice[];
  /** The item's own label of each, in the same order. */
  own: string[];
}

/** Labels name places, so they stay and the texts move. Where each label is its own text (yes, no) the two move together. */
export function shuffleChoices(choices: readonly Choice[], random: Random): ShownChoices {
  const moved = random.shuffle(choices);
  const own = moved.map(({ label }) => label);
  const named = choices.every(({ label, text }) => label === text);
  return { choices: named ? moved : moved.map(({ text }, place) => ({ label: choices[place].label, text })), own };
}

/**
 * Which choice a text names, by its label ("(B)", "Answer: C") or by its own words. The one rule for free answers to multiple choice.
 * The label of the choice; '' where the text names none, or several without deciding. The surest sign comes first.
 */
export function nameChoice(text: string, choices: readonly Choice[]): string {
  const said = text.trim();
  const found =
    choices.find(({ label }) => sameWords(said, label)) ??
    choices.find((choice) => sameWords(said, choice.text)) ??
    lastConclusion(said, choices) ??
    onlyOne(choices.filter(({ label }) => beginsLine(label).test(said))) ??
    onlyOne(choices.filter(({ label }) => labelPattern(label, { before: '[([{*]', after: '[)\\]}*]' }).test(said))) ??
    onlyOne(withTextIn(said, choices)) ??
    onlyOne(choices.filter(({ label }) => labelPattern(label, { before: "(?<![\\w'’])", after: wordEnd(label) }).test(said)));
  return found?.label ?? '';
}

/** Equal but for case, spaces and the punctuation around. */
function sameWords(a: string, b: string): boolean {
  return bare(a) === bare(b) && bare(a) !== '';
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^[\s\p{P}]+|(?<![\s\p{P}])[\s\p{P}]+$/gu, '');
}

const IS = '(?:is|would be|should be|must be)\\b\\W{0,4}';
const CONCLUSION = `\\b(?:answer\\b\\W{0,4}(?:${IS})?|(?:choice|option|label)\\b\\W{0,4}${IS}|(?:choose|pick|select)\\b\\W{0,4})(?:(?:option|choice)\\b\\W{0,4})?`;

/** "The answer is B", "Answer: B", "I choose option B"; the last one, because a conclusion follows its reasons. */
function lastConclusion(said: string, choices: readonly Choice[]): Choice | undefined {
  let last: { choice: Choice; at: number } | undefined;
  for (const choice of choices) {
    const pattern = labelPattern(choice.label, { before: anyCase(CONCLUSION), after: wordEnd(choice.label), flags: 'g' });
    for (const { index } of said.matchAll(pattern)) {
      if (!last || index > last.at) last = { choice, at: index };
    }
  }
  return last?.choice;
}

/** Inside a line: from the beginning of each of many empty lines, one that crosses lines would read all the others again. */
const BLANK = '[^\\S\\n\\r\\u2028\\u2029]';

/** "B) because …", "B. …", "(B) …" or "B because …" where a line begins. A list of all choices begins with several and so decides nothing. */
function beginsLine(label: string): RegExp {
  const after = label.length > 1 ? '\\s*(?:[.,:;!)\\]}*"\'`–—-]|$)' : wordEnd(label);
  return labelPattern(label, { before: `^(?:${BLANK}|[([{*"'\`])*`, after, flags: 'm' });
}

/** Choices whose words are in the text; one inside another's words is not counted beside it. */
function withTextIn(said: string, choices: readonly Choice[]): Choice[] {
  const within = (part: string, whole: string) => ` ${words(whole)} `.includes(` ${words(part)} `);
  const held = choices.filter(({ text }) => words(text) !== '' && within(text, said));
  return held.filter(({ text }) => !held.some((other) => words(other.text) !== words(text) && within(text, other.text)));
}

function words(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** The end of a label as a word. A, a and I are words of English too: before another word they are labels only in phrases like "A because". */
function wordEnd(label: string): string {
  return `(?![\\w'’])${/^[AaI]$/.test(label) ? '(?! (?!because|since|as|is|for|due|and|or)[a-z])' : ''}`;
}

function onlyOne<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}

/** A label of one letter must be written as it is; a longer one may stand in any case. */
function labelPattern(label: string, { before, after, flags = '' }: { before: string; after: string; flags?: string }): RegExp {
  const literal = label.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(before + (label.length > 1 ? anyCase(literal) : literal) + after, flags);
}

/** Letters in either case, for a part of a pattern that is strict elsewhere; escapes such as \b stay as they are. */
function anyCase(pattern: string): string {
  return pattern.replace(/\\.|[a-z]/gi, (part) => (part.length > 1 ? part : `[${part.toLowerCase()}${part.toUpperCase()}]`));
}
