/** Concept-sets for the choices of a question (Lin et al. 2020, section 5.3): the nouns and verbs of both, those of the choice last. */
import { InputError, type Token, type Tools } from '@sensebench/metrics/internal/core';
import type { CommonGenRow } from '../item.ts';

export interface ChoiceSet {
  /** `question/label`. */
  id: string;
  row: CommonGenRow;
  /** The concepts of the choice, which end the set. */
  choice: string[];
  /** The kind of words taken from the choice: nouns and verbs, or more where it has none or where another choice has the same ones. */
  words: Width;
}

export interface ChoiceSets {
  sets: ChoiceSet[];
  /** The number of choices without a noun or verb, whose other words are used. */
  withoutConcept: number;
  /** The number of choices that needed more than nouns and verbs to differ from another choice of their question. */
  widened: number;
  /** Questions with two choices of the same concepts, all of which are in the question too. Their sets differ only in order. */
  sameConcepts: string[];
  /** Questions with two identical sets, because CommonsenseQA has questions with the same choice twice. */
  same: string[];
}

const WIDTHS = ['nouns and verbs', 'content words', 'all words', 'as written'] as const;
type Width = (typeof WIDTHS)[number];

/** Adjectives, adverbs, numbers, foreign words and interjections, besides nouns and verbs. */
const TAGS: Readonly<Record<Width, RegExp>> = {
  'nouns and verbs': /^(NN|VB)/,
  'content words': /^(NN|VB|JJ|RB|CD|FW|UH|RP)/,
  'all words': /./,
  // The words instead of their lemmas, so that "act" and "acting" differ.
  'as written': /./,
};

export async function choiceSets(questions: readonly ChoiceQuestion[], { analyse }: Pick<Tools, 'analyse'>): Promise<ChoiceSets> {
  const texts = questions.flatMap(({ question, choices }) => [question, ...choices.map(({ text }) => text)]);
  const analyses = await analyse(texts, { entities: false });
  const result: ChoiceSets = { sets: [], withoutConcept: 0, widened: 0, sameConcepts: [], same: [] };
  let next = 0;
  for (const { id, choices } of questions) {
    const ofQuestion = wordsIn(analyses[next++].tokens, 'nouns and verbs');
    const made = choices.map(({ label, text }) => ofChoice({ label, text, tokens: analyses[next++].tokens }));
    result.withoutConcept += made.filter(({ width }) => width > 0).length;
    result.widened += tellApart(made, ofQuestion);
    const sets = made.map(({ label, width, words }) => toSet({ id: `${id}/${label}`, ofQuestion, choice: words, words: WIDTHS[width] }));
    if (hasTwice(sets.map(({ row }) => row.concept_set))) result.same.push(id);
    else if (hasTwice(sets.map(({ row }) => sorted(row.concept_set.split('#'))))) result.sameConcepts.push(id);
    result.sets.push(...sets);
  }
  return result;
}

interface Candidate {
  label: string;
  text: string;
  tokens: readonly Token[];
  /** The index in `WIDTHS`. */
  width: number;
  words: string[];
}

/** The narrowest kind of words that the choice has; its text where it has no words. */
function ofChoice(choice: Pick<Candidate, 'label' | 'text' | 'tokens'>): Candidate {
  const width = Math.max(
    0,
    WIDTHS.findIndex((each) => wordsIn(choice.tokens, each).length > 0),
  );
  const words = wordsIn(choice.tokens, WIDTHS[width]);
  return { ...choice, width, words: words.length > 0 ? words : [clean(choice.text) || 'nothing'] };
}

/** Widens the sets of choices that have the same set as another choice of their question, as far as that helps. */
function tellApart(choices: Candidate[], ofQuestion: readonly string[]): number {
  const widened = new Set<Candidate>();
  for (let round = 1; round < WIDTHS.length; round++) {
    const key = ({ words }: Candidate) => sorted([...ofQuestion, ...words]);
    const keys = choices.map(key);
    const clashing = choices.filter((_, i) => keys.indexOf(keys[i]) !== keys.lastIndexOf(keys[i]));
    for (const choice of clashing) {
      const width = Math.min(choice.width + 1, WIDTHS.length - 1);
      const words = wordsIn(choice.tokens, WIDTHS[width]);
      if (words.join('#') !== choice.words.join('#')) widened.add(choice);
      if (words.length > 0) Object.assign(choice, { width, words });
    }
  }
  return widened.size;
}

function toSet({
  id,
  ofQuestion,
  choice,
  words,
}: {
  id: string;
  ofQuestion: readonly string[];
  choice: string[];
  words: Width;
}): ChoiceSet {
  const concepts = [...ofQuestion.filter((concept) => !choice.includes(concept)), ...choice];
  return { id, row: { concept_set: concepts.join('#'), scene: [] }, choice, words };
}

/** Removes duplicates and keeps the order of first occurrence. */
function wordsIn(tokens: readonly Pick<Token, 'tag' | 'lemma' | 'text'>[], width: Width): string[] {
  const found = tokens
    .filter(({ tag, lemma }) => TAGS[width].test(tag) && /[\p{L}\p{N}]/u.test(lemma))
    .map(({ lemma, text }) => clean(width === 'as written' ? text : lemma));
  return [...new Set(found.filter(Boolean))];
}

function clean(text: string): string {
  return text.toLowerCase().replaceAll('#', '').trim();
}

function sorted(concepts: readonly string[]): string {
  return [...new Set(concepts)].sort().join('#');
}

function hasTwice(texts: readonly string[]): boolean {
  return new Set(texts).size < texts.length;
}

export interface ChoiceQuestion {
  id: string;
  question: string;
  choices: { label: string; text: string }[];
  answerKey?: string;
}

/**
 * Transfer to CommonsenseQA (Lin et al. 2020, section 5.3): a generated scene for each choice before the question.
 * `<s> G: g | Q: q </s> C: c </s>`; without a scene, the baseline's form.
 */
export function transferInput({ question, choice, scene }: { question: string; choice: string; scene?: string }): string {
  return `<s> ${scene === undefined ? '' : `G: ${scene} | `}Q: ${question} </s> C: ${choice} </s>`;
}

interface TransferRow {
  id: string;
  inputs: string[];
  label: number | null;
}

/** The rows for training and evaluating a multiple-choice model. `scenes` are by `question/choice`, and absent for the baseline. */
export function transferRows(questions: readonly ChoiceQuestion[], scenes?: ReadonlyMap<string, string>): TransferRow[] {
  return questions.map(({ id, question, choices, answerKey }) => {
    const label = choices.findIndex((choice) => choice.label === answerKey);
    const inputs = choices.map(({ label: letter, text }) => {
      const scene = scenes?.get(`${id}/${letter}`);
      if (scenes && scene === undefined) throw new InputError(`no generated scene for "${id}/${letter}"`);
      return transferInput({ question, choice: text, scene });
    });
    return { id, inputs, label: label < 0 ? null : label };
  });
}
