/** Choices of a multiple-choice item: their labels, another order to show them in, and the way back to the item's own labels. */

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
