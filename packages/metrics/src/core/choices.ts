/** Choices of a multiple-choice item: their labels, another order to show them in, and the choice that a free text names. */

import type { Choice } from './answering-model.ts';
import { InputError } from './errors.ts';
import type { Random } from './random.ts';

/** A plain text is labelled by its position: A, B, … Z, AA, AB, … */
export function labelChoices(choices: readonly (string | Choice)[]): Choice[] {
  const labelled = choices.map((choice, place) => (typeof choice === 'string' ? { label: letterOf(place), text: choice } : choice));
  const labels = new Set(labelled.map(({ label }) => label));
  if (labels.size < labelled.length)
    throw new InputError(`two choices have the same label: ${labelled.map(({ label }) => label).join(', ')}`);
  if (labels.has('')) throw new InputError('a choice has an empty label');
  return labelled;
}

function letterOf(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : letterOf(Math.floor(place / 26) - 1) + letter;
}

export interface ShownChoices {
  /** As shown to the model. */
  choices: Choice[];
  /** The original label of each choice, in the same order. */
  own: string[];
}

/** Labels name positions, so they stay and the texts move. If every label equals its text (yes, no), both move together. */
export function shuffleChoices(choices: readonly Choice[], random: Random): ShownChoices {
  const moved = random.shuffle(choices);
  const own = moved.map(({ label }) => label);
  const named = choices.every(({ label, text }) => label === text);
  return { choices: named ? moved : moved.map(({ text }, place) => ({ label: choices[place].label, text })), own };
}

/**
 * Which choice a free answer names, by its label ("(B)", "Answer: C") or by its words.
 * The label of the choice; '' if the text names none, or several without deciding. The most reliable rules come first.
 */
export function nameChoice(text: string, choices: readonly Choice[]): string {
  const answer = text.trim();
  const choice =
    choices.find(({ label }) => sameWords(answer, label)) ??
    choices.find((choice) => sameWords(answer, choice.text)) ??
    lastConclusion(answer, choices) ??
    onlyOne(choices.filter(({ label }) => beginsLine(label).test(answer))) ??
    onlyOne(choices.filter(({ label }) => labelPattern(label, { before: '[([{*]', after: '[)\\]}*]' }).test(answer))) ??
    onlyOne(withTextIn(answer, choices)) ??
    onlyOne(choices.filter(({ label }) => labelPattern(label, { before: "(?<![\\w'’])", after: wordEnd(label) }).test(answer)));
  return choice?.label ?? '';
}

/** Equal except for case, spaces and surrounding punctuation. */
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
function lastConclusion(answer: string, choices: readonly Choice[]): Choice | undefined {
  let last: { choice: Choice; at: number } | undefined;
  for (const choice of choices) {
    const pattern = labelPattern(choice.label, { before: anyCase(CONCLUSION), after: wordEnd(choice.label), flags: 'g' });
    for (const { index } of answer.matchAll(pattern)) {
      if (!last || index > last.at) last = { choice, at: index };
    }
  }
  return last?.choice;
}

/** Blanks within a line. A pattern that crossed lines would take quadratic time on many empty lines. */
const BLANK = '[^\\S\\n\\r\\u2028\\u2029]';

/** "B) because …", "B. …", "(B) …" or "B because …" at the start of a line. A list of all choices matches several of them and so decides nothing. */
function beginsLine(label: string): RegExp {
  const after = label.length > 1 ? '\\s*(?:[.,:;!)\\]}*"\'`–—-]|$)' : wordEnd(label);
  return labelPattern(label, { before: `^(?:${BLANK}|[([{*"'\`])*`, after, flags: 'm' });
}

/** Choices whose words occur in the text, except those contained in another such choice. */
function withTextIn(answer: string, choices: readonly Choice[]): Choice[] {
  const within = (part: string, whole: string) => ` ${words(whole)} `.includes(` ${words(part)} `);
  const mentioned = choices.filter(({ text }) => words(text) !== '' && within(text, answer));
  return mentioned.filter(({ text }) => !mentioned.some((other) => words(other.text) !== words(text) && within(text, other.text)));
}

function words(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** The end of a label as a word. A, a and I are words of English too: before another word they are labels only in phrases like "A because". */
function wordEnd(label: string): string {
  return `(?![\\w'’])${/^[AaI]$/.test(label) ? '(?! (?!because|since|as|is|for|due|and|or)[a-z])' : ''}`;
}

function onlyOne<T>(values: readonly T[]): T | undefined {
  return values.length === 1 ? values[0] : undefined;
}

/** A one-letter label must match exactly; a longer one may be in any case. */
function labelPattern(label: string, { before, after, flags = '' }: { before: string; after: string; flags?: string }): RegExp {
  const literal = label.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(before + (label.length > 1 ? anyCase(literal) : literal) + after, flags);
}

/** Makes letters match in either case, within a pattern that is case-sensitive; escapes such as \b are unchanged. */
function anyCase(pattern: string): string {
  return pattern.replace(/\\.|[a-z]/gi, (part) => (part.length > 1 ? part : `[${part.toLowerCase()}${part.toUpperCase()}]`));
}
