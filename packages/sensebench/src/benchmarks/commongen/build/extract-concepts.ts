/** Concept extraction (Lin et al. 2020, section 3.1): the lemmas of a caption's nouns and verbs that are in the vocabulary. */

import { type ConceptEdge, defineStep, type Json, type Shard, type WordNet } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readLines } from '../../../files/index.ts';
import { type CaptionWords, createWordUses, KIND_OF } from './caption-words.ts';
import type { ConceptSentences } from './mine-concept-sets.ts';

/** People that writers add to complete a scene ("a/an man/woman/girl/boy/adult/teenager/group of guys") and that most captions name. */
const AGENTS = ['adult', 'baby', 'boy', 'child', 'girl', 'group', 'guy', 'man', 'people', 'person', 'teenager', 'woman'];
/** Light verbs, which carry only tense, voice or aspect. */
const LIGHT_VERBS = ['be', 'become', 'do', 'get', 'go', 'have', 'keep', 'let', 'make', 'need', 'see', 'seem', 'start', 'try', 'want'];
/** Pronouns that taggers and WordNet treat as nouns, such as "another" and "the other one" in captions. */
const PRONOUNS = [
  ...['anybody', 'anyone', 'anything', 'everybody', 'everyone', 'everything', 'nobody', 'none', 'nothing', 'somebody', 'someone'],
  ...['another', 'each', 'one', 'other', 'something', 'thing'],
];
export const STOP_CONCEPTS: ReadonlySet<string> = new Set([...AGENTS, ...LIGHT_VERBS, ...PRONOUNS]);

export interface ConceptFacts {
  /** The concept of each number, in alphabetical order. */
  words: string[];
  /** Counts of each as a noun and as a verb; workers are shown the more frequent part of speech (Figure 7). */
  kinds: Record<'noun' | 'verb', number>[];
  /** The share of nouns, names and verbs outside the vocabulary, which is high for other languages. */
  unknownShare: number;
}

/** A caption with concepts, and their numbers in ascending order. */
export interface CaptionConcepts {
  caption: string;
  concepts: number[];
}

export interface ExtractedConcepts extends ConceptSentences, ConceptFacts {
  /** The distinct captions that have concepts, in the order of first occurrence. */
  captions: string[];
}

export interface ExtractOptions {
  vocabulary: Pick<ConceptVocabulary, 'has'>;
  /** Lemmas that are not concepts. */
  stop?: ReadonlySet<string>;
  /** The verbs of which a word can be a form, to distinguish gerunds (leaping) from things (building). */
  baseVerbs?(word: string): readonly string[];
  /** Concepts of fewer captions are left out. */
  least?: number;
}

/** At least two letters, because single letters are initials or parts of words like "t-shirt". */
const CONCEPT = /^[a-z][a-z-]*[a-z]$/;

/** `captions` are distinct. */
export function extractConcepts(
  captions: Iterable<CaptionWords>,
  { vocabulary, stop = STOP_CONCEPTS, baseVerbs, least = 2 }: ExtractOptions,
): { rows: CaptionConcepts[]; facts: ConceptFacts } {
  const uses = createWordUses();
  const kept: { caption: string; uses: Int32Array }[] = [];
  const content = { all: 0, unknown: 0 };
  for (const { caption, lemmas, kinds } of captions) {
    const found = new Set<number>();
    for (const [i, lemma] of lemmas.entries()) {
      const kind = KIND_OF[kinds[i]];
      if (kinds[i] < 'a') {
        content.all++;
        if (!vocabulary.has(lemma, 'noun') && !vocabulary.has(lemma, 'verb')) content.unknown++;
      }
      if (!kind || !CONCEPT.test(lemma) || stop.has(lemma)) continue;
      if (kind !== 'adjective' && !vocabulary.has(lemma, kind)) continue;
      const use = uses.add(lemma, kind);
      if (kind !== 'adjective') found.add(use);
    }
    if (found.size > 0) kept.push({ caption, uses: Int32Array.from(found) });
  }
  const conceptOf = uses.conceptsOfUses({ baseVerbs });
  const ofCaption = kept.map(({ uses: own }) => [...new Set(Array.from(own, (use) => conceptOf[use]))].filter((word) => word !== null));
  const counts = new Map<string, number>();
  for (const own of ofCaption) for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
  // Numbers follow the alphabet, so that they do not depend on the order of the captions.
  const words = [...counts.keys()].filter((word) => (counts.get(word) ?? 0) >= least).sort();
  const places = new Map(words.map((word, place) => [word, place]));
  const rows = ofCaption.flatMap((own, i): CaptionConcepts[] => {
    const concepts = own.map((word) => places.get(word)).filter((place) => place !== undefined);
    return concepts.length === 0 ? [] : [{ caption: kept[i].caption, concepts: concepts.sort((a, b) => a - b) }];
  });
  const kinds = words.map((word) => ({ noun: uses.count(word, 'noun'), verb: uses.count(word, 'verb') }));
  return { rows, facts: { words, kinds, unknownShare: content.all > 0 ? content.unknown / content.all : 0 } };
}

/** Puts the concepts of all captions into one array for mining. */
export function packConcepts(rows: readonly CaptionConcepts[], { words, kinds, unknownShare }: ConceptFacts): ExtractedConcepts {
  const starts = new Int32Array(rows.length + 1);
  for (const [i, { concepts }] of rows.entries()) starts[i + 1] = starts[i] + concepts.length;
  const concepts = new Int32Array(starts[rows.length]);
  for (const [i, row] of rows.entries()) concepts.set(row.concepts, starts[i]);
  return { concepts, starts, vocabulary: words.length, words, kinds, captions: rows.map(({ caption }) => caption), unknownShare };
}

/** The words of a vocabulary from a file, many per row. */
export interface VocabularyRow {
  vocabulary: string[];
}

/** Reads the words of the captions, and those of the vocabulary unless it is WordNet. The step's `facts` are the concepts. */
export const conceptsStep = defineStep({
  name: 'concepts',
  version: 1,
  options: z.object({ vocabulary: z.enum(['wordnet', 'given']), stop: z.array(z.string()), least: z.number() }),
  needs: { wordnet: true },
  over: 'all',
  run(shards: readonly Shard<CaptionWords | VocabularyRow>[], { vocabulary, stop, least }, { wordnet }): Shard<CaptionConcepts> {
    if (!wordnet) throw new Error('WordNet could not be loaded');
    const rows = shards.flatMap((shard) => shard.rows);
    const given = new Set(rows.flatMap((row) => ('vocabulary' in row ? row.vocabulary : [])));
    const extracted = extractConcepts(
      rows.filter((row) => 'caption' in row),
      {
        vocabulary: vocabulary === 'given' ? { has: (lemma) => given.has(lemma) } : wordNetVocabulary(wordnet),
        stop: new Set(stop),
        baseVerbs: (word) => wordnet.baseForms(word, 'v'),
        least,
      },
    );
    return { rows: extracted.rows, dropped: [], facts: factsAsJson(extracted.facts) };
  },
});

function factsAsJson({ words, kinds, unknownShare }: ConceptFacts): Json {
  return { words, kinds, unknownShare };
}

/** The concepts found by the step, from the facts of its first shard. */
export function conceptFacts(facts: Json | undefined): ConceptFacts {
  if (facts === undefined) throw new Error('the concepts are missing');
  return facts as Json & ConceptFacts;
}

export interface ConceptVocabulary {
  /** The name in the statistics. */
  name: string;
  has(lemma: string, kind: 'noun' | 'verb'): boolean;
  /** All words, if they come from a file instead of a tool. */
  words?: ReadonlySet<string>;
}

/** Excludes entries with an underscore, because a concept of CommonGen is one word. */
export async function conceptNetVocabulary(
  edges: AsyncIterable<Pick<ConceptEdge, 'start' | 'end'>> | Iterable<Pick<ConceptEdge, 'start' | 'end'>>,
): Promise<ConceptVocabulary> {
  const words = new Set<string>();
  for await (const { start, end } of edges) for (const word of [start, end]) if (!word.includes('_')) words.add(word);
  return { name: `ConceptNet (${words.size} English unigrams)`, has: (lemma) => words.has(lemma), words };
}

/** The vocabulary of concepts: ConceptNet's English words (Lin et al. 2020, section 3.1), or WordNet's nouns and verbs. */
export function wordNetVocabulary(wordnet: WordNet): ConceptVocabulary {
  return { name: 'WordNet 3.0', has: (lemma, kind) => wordnet.synsets(lemma, kind === 'noun' ? 'n' : 'v').length > 0 };
}

/** Reads a user's list with one word per line. An empty file leaves nothing out. */
export async function readStopConcepts(path: string): Promise<ReadonlySet<string>> {
  const words = new Set<string>();
  for await (const { text } of readLines(path)) if (text.trim() !== '') words.add(text.trim().toLowerCase());
  return words;
}
