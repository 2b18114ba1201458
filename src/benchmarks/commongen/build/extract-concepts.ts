/** Concept extraction (Lin et al. 2020, section 3.1): a caption's nouns and verbs, as lemmas, that are in the vocabulary. */
import { z } from 'zod';
import { defineStep, type Json, type Shard } from '../../../core/index.ts';
import { type CaptionWords, createWordUses, KIND_OF } from './caption-words.ts';
import { type ConceptVocabulary, STOP_CONCEPTS, wordNetVocabulary } from './concept-vocabulary.ts';
import type { ConceptSentences } from './mine-concept-sets.ts';

export interface ConceptFacts {
  /** The concept of each number, in alphabetical order. */
  words: string[];
  /** How often each was a noun and a verb: workers are shown the more frequent (Figure 7). */
  kinds: Record<'noun' | 'verb', number>[];
  /** Share of the nouns, names and verbs that the vocabulary does not know; high for another language. */
  unknownShare: number;
}

/** A caption that has concepts, with their ascending numbers. */
export interface CaptionConcepts {
  caption: string;
  concepts: number[];
}

export interface ExtractedConcepts extends ConceptSentences, ConceptFacts {
  /** The captions that have concepts, each once, in the order of their first occurrence. */
  captions: string[];
}

export interface ExtractOptions {
  vocabulary: Pick<ConceptVocabulary, 'has'>;
  /** Lemmas that are not concepts. */
  stop?: ReadonlySet<string>;
  /** Verbs that a word can be a form of, to tell a gerund (leaping) from a thing (building). */
  baseVerbs?(word: string): readonly string[];
  /** A concept of fewer captions than this is left out. */
  least?: number;
}

/** Two letters at least: single ones are initials and halves of "t-shirt". */
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
  // Numbers in alphabetical order, so that nothing depends on the order of the captions but the captions themselves.
  const words = [...counts.keys()].filter((word) => (counts.get(word) ?? 0) >= least).sort();
  const places = new Map(words.map((word, place) => [word, place]));
  const rows = ofCaption.flatMap((own, i): CaptionConcepts[] => {
    const concepts = own.map((word) => places.get(word)).filter((place) => place !== undefined);
    return concepts.length === 0 ? [] : [{ caption: kept[i].caption, concepts: concepts.sort((a, b) => a - b) }];
  });
  const kinds = words.map((word) => ({ noun: uses.count(word, 'noun'), verb: uses.count(word, 'verb') }));
  return { rows, facts: { words, kinds, unknownShare: content.all > 0 ? content.unknown / content.all : 0 } };
}

/** The concepts of all captions in one array, as mining reads them. */
export function packConcepts(rows: readonly CaptionConcepts[], { words, kinds, unknownShare }: ConceptFacts): ExtractedConcepts {
  const starts = new Int32Array(rows.length + 1);
  for (const [i, { concepts }] of rows.entries()) starts[i + 1] = starts[i] + concepts.length;
  const concepts = new Int32Array(starts[rows.length]);
  for (const [i, row] of rows.entries()) concepts.set(row.concepts, starts[i]);
  return { concepts, starts, vocabulary: words.length, words, kinds, captions: rows.map(({ caption }) => caption), unknownShare };
}

/** Words of a vocabulary that comes from a file, many to a row. */
export interface VocabularyRow {
  vocabulary: string[];
}

/** Reads the words of the captions, and those of the vocabulary where it is not WordNet. `facts` are the concepts themselves. */
export const conceptsStep = defineStep({
  name: 'concepts',
  version: 1,
  options: z.object({ vocabulary: z.enum(['wordnet', 'given']), stop: z.array(z.string()), least: z.number() }),
  needs: { wordnet: true },
  over: 'all',
  run(shards: readonly Shard<CaptionWords | VocabularyRow>[], { vocabulary, stop, least }, { wordnet }): Shard<CaptionConcepts> {
    if (!wordnet) throw new Error('WordNet was asked for and is not there');
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

/** The facts of the step above, from the first of its shards. */
export function conceptFacts(facts: Json | undefined): ConceptFacts {
  if (facts === undefined) throw new Error('the concepts are missing');
  return facts as Json & ConceptFacts;
}
