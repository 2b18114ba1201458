/** The generative metric (Santos et al. 2022, section 7.1): shares of generated answers that match a yes, a no, or nothing. */
import type { Metric, WordNet } from '@sensebench/metrics/internal/core';
import type { QuestionItem } from '../question-item.ts';
import { type AnswerMatch, type AnswerOption, matchByMeaning, matchByText } from './match-answer.ts';

/** Classes nearer to the root of WordNet are too general: object (2), person (3); food is 4, drink 5. */
const LEAST_DEPTH = 4;
/** Rarer senses lead to unintended classes. */
const MOST_SENSES = 3;
const DETERMINER = /^(?:an?|the|some|any|my|your|his|her|its|our|their|one|two|three|several|many)$/;
/** Words that end a noun phrase; a phrase that begins with one is not a noun phrase. */
const PREPOSITION =
  /^(?:of|in|on|at|by|for|from|with|without|to|into|onto|over|under|behind|beside|between|near|before|after|during|until|across|around|through|about|and|or|but|if|when|while|because|that|which|who)$/;

export interface MatchStats {
  id: string;
  category: string;
  generated: string;
  match: AnswerMatch | null;
}

export interface MatchContext {
  /** Compares generated answers and answer sets by meaning; null without an embedder. */
  embedder: string | null;
  limit: number;
  vectors: ReadonlyMap<string, Float32Array>;
  /** Used to look up classes named in place of instances; null accepts none. */
  wordnet: WordNet | null;
}

interface AnswerMatchOptions {
  /** The lowest cosine that counts as a match. */
  limit?: number;
  /** The most hypernyms between an answer and the class that was named; 0 accepts no classes. */
  steps?: number;
}

export function createAnswerMatch({ limit = 0.8, steps = 3 }: AnswerMatchOptions = {}): Metric<MatchStats, MatchContext, QuestionItem> {
  return {
    name: 'answerMatch',
    outputs: ['matchedYes', 'matchedNo', 'unmatched'],
    summary: 'TG-CSR (Santos et al. 2022), section 7.1',
    needs: { embedder: true, wordnet: true },
    withoutReferences: true,
    async prepare(inputs, { embedder, wordnet: table }) {
      const wordnet = steps > 0 ? (table ?? null) : null;
      if (!embedder) return { embedder: null, limit, vectors: new Map(), wordnet };
      const open = inputs.filter(({ item, candidate }) => candidate.trim() !== '' && !matchByText(candidate, item.meta.answers));
      const texts = [...new Set(open.flatMap(({ item, candidate }) => [candidate, ...item.meta.answers.map(({ text }) => text)]))];
      const rows = texts.length > 0 ? await embedder.embed(texts) : new Float32Array();
      const size = embedder.dimensions;
      const vectors = new Map(texts.map((text, i) => [text, rows.subarray(i * size, (i + 1) * size)]));
      return { embedder: embedder.id, limit, vectors, wordnet };
    },
    signature: ({ embedder, limit: least, wordnet }) =>
      `answerMatch|abstract:${wordnet ? `hypernyms<=${steps},depth>=${LEAST_DEPTH},senses<=${MOST_SENSES}` : 'no'}|embedder:${embedder ?? 'none'}${embedder ? `|cosine:${least}` : ''}`,
    segment({ item, candidate }, { vectors, limit: least, wordnet }) {
      const { answers, category } = item.meta;
      return { id: item.id, category, generated: candidate, match: matchByText(candidate, answers) ?? byClass() ?? byMeaning() };

      function byClass(): AnswerMatch | null {
        return wordnet && matchByClass(candidate, answers, { wordnet, steps });
      }

      function byMeaning(): AnswerMatch | null {
        const generated = vectors.get(candidate);
        const known = answers.flatMap(({ text }) => vectors.get(text) ?? []);
        return generated && known.length === answers.length
          ? matchByMeaning(answers, { generated, answers: known }, { limit: least })
          : null;
      }
    },
    score(stats) {
      const share = (keep: (stat: MatchStats) => boolean) => (stats.length > 0 ? stats.filter(keep).length / stats.length : null);
      return {
        matchedYes: share(({ match }) => match?.answer.label === 'yes'),
        matchedNo: share(({ match }) => match?.answer.label === 'no'),
        unmatched: share(({ match }) => (match?.answer.label ?? null) === null),
      };
    },
    evidence: ({ match }) => match,
  };
}

/**
 * The accepted answer that is nearest below the class that the generated answer names; at most `steps` hypernyms lie between them.
 * Null where an answer that is not accepted belongs to that class too: then people decide.
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

/** The whole answer has to name the class: an "alcoholic drink" is not any drink. */
function wholePhrase(text: string, wordnet: WordNet): number[] {
  return synsetsOf(withoutDeterminers(wordsOf(text)), wordnet);
}

/** An instance may have other words around its noun: a "bottle of cold water" is a bottle. */
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

/** The number of hypernyms (at least one) that lead from an instance to one of the classes. */
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
