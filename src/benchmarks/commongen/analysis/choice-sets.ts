/** One concept-set for each choice of each question (Lin et al. 2020, section 5.3): the nouns and verbs of both, the choice's own last. */
import { InputError, type Token, type Tools } from '../../../core/index.ts';
import type { CommonGenRow } from '../item.ts';

export interface ChoiceSet {
  /** `question/label`. */
  id: string;
  row: CommonGenRow;
  /** Concepts that the choice gave; they end the set. */
  choice: string[];
  /** Which words of the choice these are: its nouns and verbs, or more where it has none or another choice has the same. */
  words: Width;
}

export interface ChoiceSets {
  sets: ChoiceSet[];
  /** Choices without a noun or verb: their other words serve. */
  withoutConcept: number;
  /** Choices that needed more than nouns and verbs to differ from another of their question. */
  widened: number;
  /** Questions with two choices of the same concepts: all in the question. Only the order of their sets differs. */
  sameConcepts: string[];
  /** Questions with two choices whose sets are the same text: CommonsenseQA has questions with the same choice twice. */
  same: string[];
}

const WIDTHS = ['nouns and verbs', 'content words', 'all words', 'as written'] as const;
type Width = (typeof WIDTHS)[number];

/** Adjectives, adverbs, numbers, foreign words and interjections, besides nouns and verbs. */
const TAGS: Readonly<Record<Width, RegExp>> = {
  'nouns and verbs': /^(NN|VB)/,
  'content words': /^(NN|VB|JJ|RB|CD|FW|UH|RP)/,
  'all words': /./,
  // Not lemmas but the words themselves: "act" and "acting" differ.
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
  /** The place in `WIDTHS`. */
  width: number;
  words: string[];
}

/** The narrowest words that the choice has; the text itself where it has no word at all. */
function ofChoice(choice: Pick<Candidate, 'label' | 'text' | 'tokens'>): Candidate {
  const width = Math.max(
    0,
    WIDTHS.findIndex((each) => wordsIn(choice.tokens, each).length > 0),
  );
  const words = wordsIn(choice.tokens, WIDTHS[width]);
  return { ...choice, width, words: words.length > 0 ? words : [clean(choice.text) || 'nothing'] };
}

/** Widens choices that have the same set as another of their question, as far as that helps. */
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

/** Each once, in the order of their first occurrence. */
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

/** Rows for training and evaluating a multiple-choice model; `scenes` by `question/choice`, absent for the baseline. */
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
