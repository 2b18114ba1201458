/** Concept extraction (paper 003, section 3.1): the nouns and verbs of each caption, as lemmas, that are in the concept vocabulary. */
import type { Token, Tools } from '../../../core/index.ts';
import type { ConceptVocabulary } from './concept-vocabulary.ts';
import type { ConceptSentences } from './mine-concept-sets.ts';

export type ConceptKind = 'noun' | 'verb';

export interface ExtractedConcepts extends ConceptSentences {
  /** The concept of each number, in alphabetical order. */
  words: string[];
  /** How often each was a noun and a verb: workers are shown the more frequent (Figure 7). */
  kinds: Record<ConceptKind, number>[];
  /** The captions that have concepts, each once, in the order of their first occurrence. */
  captions: string[];
  /** Share of the word tokens that the vocabulary does not know; high for another language. */
  unknownShare: number;
}

export interface ExtractOptions {
  vocabulary: ConceptVocabulary;
  /** A concept of fewer captions than this is left out. */
  least?: number;
  /** Captions that are analysed together. */
  batch?: number;
  signal?: AbortSignal;
  onProgress?(captions: number): void;
}

/** Verbs that carry tense or voice and no scene. */
const WITHOUT_SCENE = new Set(['be', 'have', 'do']);

export async function extractConcepts(
  captions: AsyncIterable<string> | Iterable<string>,
  { vocabulary, least = 2, batch = 512, signal, onProgress }: ExtractOptions,
  tools: Pick<Tools, 'analyse'>,
): Promise<ExtractedConcepts> {
  const seen = new Set<string>();
  const numbers = new Map<string, number>();
  const kinds: Record<ConceptKind, number>[] = [];
  const counts: number[] = [];
  const kept: { caption: string; concepts: Int32Array }[] = [];
  const words = { all: 0, unknown: 0 };
  let pending: string[] = [];

  const flush = async (): Promise<void> => {
    signal?.throwIfAborted();
    const analyses = await tools.analyse(pending, { entities: false });
    analyses.forEach(({ tokens }, i) => {
      const found = new Set<number>();
      for (const token of tokens) {
        const kind = kindOf(token);
        if (!kind) continue;
        const lemma = token.lemma.toLowerCase();
        if (!/^[a-z][a-z-]*$/.test(lemma)) continue;
        words.all++;
        if (!vocabulary.has(lemma, kind)) {
          words.unknown++;
          continue;
        }
        if (kind === 'verb' && WITHOUT_SCENE.has(lemma)) continue;
        const number = numbers.get(lemma) ?? numbers.size;
        if (number === numbers.size) {
          numbers.set(lemma, number);
          kinds.push({ noun: 0, verb: 0 });
          counts.push(0);
        }
        kinds[number][kind]++;
        found.add(number);
      }
      for (const number of found) counts[number]++;
      if (found.size > 0) kept.push({ caption: pending[i], concepts: Int32Array.from(found) });
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
  return renumber(kept, { numbers, kinds, counts, least, unknownShare: words.all > 0 ? words.unknown / words.all : 0 });
}

function kindOf({ tag }: Token): ConceptKind | null {
  if (tag === 'NN' || tag === 'NNS') return 'noun';
  return tag.startsWith('VB') ? 'verb' : null;
}

interface Found {
  numbers: ReadonlyMap<string, number>;
  kinds: readonly Record<ConceptKind, number>[];
  counts: readonly number[];
  least: number;
  unknownShare: number;
}

/** Numbers in alphabetical order, so that nothing depends on the order of the captions but the captions themselves. */
function renumber(
  kept: readonly { caption: string; concepts: Int32Array }[],
  { numbers, kinds, counts, least, unknownShare }: Found,
): ExtractedConcepts {
  const words = [...numbers.keys()].filter((word) => counts[numbers.get(word) ?? 0] >= least).sort();
  const places = new Int32Array(numbers.size).fill(-1);
  words.forEach((word, place) => {
    places[numbers.get(word) ?? 0] = place;
  });
  const concepts: number[][] = [];
  const captions: string[] = [];
  for (const { caption, concepts: found } of kept) {
    const own = Array.from(found, (number) => places[number]).filter((place) => place >= 0);
    if (own.length === 0) continue;
    concepts.push(own.sort((a, b) => a - b));
    captions.push(caption);
  }
  const starts = new Int32Array(concepts.length + 1);
  concepts.forEach((own, i) => {
    starts[i + 1] = starts[i] + own.length;
  });
  const flat = new Int32Array(starts[concepts.length]);
  concepts.forEach((own, i) => {
    flat.set(own, starts[i]);
  });
  return {
    concepts: flat,
    starts,
    vocabulary: words.length,
    words,
    kinds: words.map((word) => kinds[numbers.get(word) ?? 0]),
    captions,
    unknownShare,
  };
}
