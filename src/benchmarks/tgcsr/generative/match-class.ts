/** Abstract answers (Santos et al. 2022, section 7: "a drink versus a soda"): a class in place of an instance, by WordNet's hypernyms. */
import type { WordNet } from '../../../core/index.ts';
import type { AnswerMatch, AnswerOption } from './match-answer.ts';

/** Classes nearer to the root of WordNet say too little: object (2), person (3); food is 4, drink 5. */
export const LEAST_DEPTH = 4;
/** Rarer senses lead to classes that nobody means. */
export const MOST_SENSES = 3;

const DETERMINER = /^(?:an?|the|some|any|my|your|his|her|its|our|their|one|two|three|several|many)$/;
/** Where a noun phrase ends; one that begins so is not a noun phrase. */
const PREPOSITION =
  /^(?:of|in|on|at|by|for|from|with|without|to|into|onto|over|under|behind|beside|between|near|before|after|during|until|across|around|through|about|and|or|but|if|when|while|because|that|which|who)$/;

/**
 * The accepted answer that is nearest below the class that the generated answer names; at most `steps` hypernyms lie between them.
 * null where a refused answer is of that class too: then people decide.
 */
export function matchByClass(
  generated: string,
  answers: readonly AnswerOption[],
  { wordnet, steps }: { wordnet: WordNet; steps: number },
): AnswerMatch | null {
  const classes = new Set(wholePhrase(generated, wordnet).filter((synset) => depthOf(synset, wordnet) >= LEAST_DEPTH));
  if (classes.size === 0) return null;
  const covered = answers.flatMap((answer) => {
    const distance = stepsUp(headSynsets(answer.text, wordnet), classes, { wordnet, steps });
    return distance === null ? [] : [{ answer, distance }];
  });
  if (covered.some(({ answer }) => answer.label === 'no')) return null;
  const [nearest] = covered.filter(({ answer }) => answer.label === 'yes').sort((a, b) => a.distance - b.distance);
  return nearest ? { kind: 'abstract', answer: nearest.answer, steps: nearest.distance } : null;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
}

function withoutDeterminers(words: readonly string[]): string[] {
  const first = words.findIndex((word) => !DETERMINER.test(word));
  return first < 0 ? [] : words.slice(first);
}

/** The class is named by the whole answer: an "alcoholic drink" is not any drink. */
function wholePhrase(text: string, wordnet: WordNet): number[] {
  return synsetsOf(withoutDeterminers(wordsOf(text)), wordnet);
}

/** An instance may have words around its noun: a "bottle of cold water" is a bottle. */
function headSynsets(text: string, wordnet: WordNet): number[] {
  const words = withoutDeterminers(wordsOf(text));
  const end = words.findIndex((word) => PREPOSITION.test(word));
  const phrase = end < 0 ? words : words.slice(0, end);
  // "Pack the suitcases" is not a noun phrase.
  if (phrase.some((word) => DETERMINER.test(word))) return [];
  for (let from = 0; from < phrase.length; from++) {
    const found = synsetsOf(phrase.slice(from), wordnet);
    if (found.length > 0) return found;
  }
  return [];
}

function synsetsOf(words: readonly string[], wordnet: WordNet): number[] {
  const last = words.at(-1);
  if (last === undefined) return [];
  const forms = [last, ...wordnet.baseForms(last, 'n')].map((form) => [...words.slice(0, -1), form].join(' '));
  const found = forms.map((form) => wordnet.synsets(form, 'n')).find((synsets) => synsets.length > 0);
  return (found ?? []).slice(0, MOST_SENSES);
}

/** How many hypernyms lead from an instance to one of the classes: at least one. */
function stepsUp(
  from: readonly number[],
  classes: ReadonlySet<number>,
  { wordnet, steps }: { wordnet: WordNet; steps: number },
): number | null {
  let level = new Set(from);
  for (let step = 1; step <= steps; step++) {
    level = new Set([...level].flatMap((synset) => wordnet.hypernyms(synset)));
    if ([...level].some((synset) => classes.has(synset))) return step;
  }
  return null;
}

/** Hypernyms between a synset and the root, on the shortest way. */
function depthOf(synset: number, wordnet: WordNet): number {
  let level = new Set([synset]);
  for (let depth = 0; ; depth++) {
    const next = [...level].map((each) => wordnet.hypernyms(each));
    if (next.length === 0 || next.some((above) => above.length === 0)) return depth;
    level = new Set(next.flat());
  }
}
