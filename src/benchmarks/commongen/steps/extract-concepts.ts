/** Concept extraction (Lin et al. 2020, section 3.1): the nouns and verbs of each caption, as lemmas, that are in the concept vocabulary. */
import type { Token, Tools } from '../../../core/index.ts';
import type { ConceptVocabulary } from './concept-vocabulary.ts';
import type { ConceptSentences } from './mine-concept-sets.ts';
import { STOP_CONCEPTS } from './stop-concepts.ts';
import { createWordUses, type KINDS, type WordUses } from './word-uses.ts';

export interface ExtractedConcepts extends ConceptSentences {
  /** The concept of each number, in alphabetical order. */
  words: string[];
  /** How often each was a noun and a verb: workers are shown the more frequent (Figure 7). */
  kinds: Record<'noun' | 'verb', number>[];
  /** The captions that have concepts, each once, in the order of their first occurrence. */
  captions: string[];
  /** Share of the nouns, names and verbs that the vocabulary does not know; high for another language. */
  unknownShare: number;
}

export interface ExtractOptions {
  vocabulary: ConceptVocabulary;
  /** Lemmas that are no concepts. */
  stop?: ReadonlySet<string>;
  /** Verbs that a word can be a form of, to tell a gerund (leaping) from a thing (building). */
  baseVerbs?(word: string): readonly string[];
  /** A concept of fewer captions than this is left out. */
  least?: number;
  /** Captions that are analysed together. */
  batch?: number;
  signal?: AbortSignal;
  onProgress?(captions: number): void;
}

/** Two letters at least: single ones are initials and halves of "t-shirt". */
const CONCEPT = /^[a-z][a-z-]*[a-z]$/;

interface Kept {
  caption: string;
  /** Numbers of word uses. */
  uses: Int32Array;
}

export async function extractConcepts(
  captions: AsyncIterable<string> | Iterable<string>,
  { vocabulary, stop = STOP_CONCEPTS, baseVerbs, least = 2, batch = 512, signal, onProgress }: ExtractOptions,
  tools: Pick<Tools, 'analyse'>,
): Promise<ExtractedConcepts> {
  const seen = new Set<string>();
  const uses = createWordUses();
  const kept: Kept[] = [];
  const content = { all: 0, unknown: 0 };
  let pending: string[] = [];

  const flush = async (): Promise<void> => {
    signal?.throwIfAborted();
    const analyses = await tools.analyse(pending, { entities: false });
    analyses.forEach(({ tokens }, i) => {
      const found = new Set<number>();
      for (const token of tokens) {
        const lemma = token.lemma.toLowerCase();
        if (isContent(token)) {
          content.all++;
          if (!vocabulary.has(lemma, 'noun') && !vocabulary.has(lemma, 'verb')) content.unknown++;
        }
        const kind = kindOf(token);
        if (!kind || !CONCEPT.test(lemma) || stop.has(lemma)) continue;
        if (kind !== 'adjective' && !vocabulary.has(lemma, kind)) continue;
        const use = uses.add(lemma, kind);
        if (kind !== 'adjective') found.add(use);
      }
      if (found.size > 0) kept.push({ caption: pending[i], uses: Int32Array.from(found) });
    });
    pending = [];
    onProgress?.(seen.size);
  };

  for await (const caption of captions) {
    if (seen.has(caption)) continue;
    seen.add(caption);
    pending.push(caption);
    if (pending.length >= batch) await flush();
  }
  await flush();
  return { ...numberConcepts(kept, uses, { baseVerbs, least }), unknownShare: content.all > 0 ? content.unknown / content.all : 0 };
}

function kindOf({ tag }: Token): (typeof KINDS)[number] | null {
  if (tag === 'NN' || tag === 'NNS') return 'noun';
  if (tag.startsWith('VB')) return 'verb';
  return tag.startsWith('JJ') ? 'adjective' : null;
}

/** Nouns, names and verbs in any script: what of another language the tagger takes for English ones. */
function isContent({ tag, text }: Token): boolean {
  return /^(NN|VB|FW)/.test(tag) && /^\p{L}{2,}/u.test(text);
}

/** Numbers in alphabetical order, so that nothing depends on the order of the captions but the captions themselves. */
function numberConcepts(
  kept: readonly Kept[],
  uses: WordUses,
  { baseVerbs, least }: { baseVerbs?: ExtractOptions['baseVerbs']; least: number },
): Omit<ExtractedConcepts, 'unknownShare'> {
  const conceptOf = uses.conceptsOfUses({ baseVerbs });
  const ofCaption = kept.map(({ uses: own }) => [...new Set(Array.from(own, (use) => conceptOf[use]))].filter((word) => word !== null));
  const counts = new Map<string, number>();
  for (const own of ofCaption) for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts.keys()].filter((word) => (counts.get(word) ?? 0) >= least).sort();
  const places = new Map(words.map((word, place) => [word, place]));
  const captions: string[] = [];
  const concepts: number[] = [];
  const starts = [0];
  ofCaption.forEach((own, i) => {
    const numbers = own.map((word) => places.get(word)).filter((place) => place !== undefined);
    if (numbers.length === 0) return;
    concepts.push(...numbers.sort((a, b) => a - b));
    starts.push(concepts.length);
    captions.push(kept[i].caption);
  });
  return {
    concepts: Int32Array.from(concepts),
    starts: Int32Array.from(starts),
    vocabulary: words.length,
    words,
    kinds: words.map((word) => ({ noun: uses.count(word, 'noun'), verb: uses.count(word, 'verb') })),
    captions,
  };
}
