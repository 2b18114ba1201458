/** Counts the sentences of every set of 3–5 concepts (Lin et al. 2020, section 3.1), as PrefixSpan does (Pei et al. 2001). */
import { createGrowingList, type GrowingList } from '@sensebench/metrics/internal/core';

/** Concepts of each sentence as ascending numbers, all in one array: sentence s has those from starts[s] to starts[s + 1]. */
export interface ConceptSentences {
  concepts: Int32Array;
  starts: Int32Array;
  /** The number of concepts; all concept numbers are below it. */
  vocabulary: number;
}

export interface ConceptSets {
  size: number;
  /** Concepts of each set, `size` numbers each, ascending; the sets in lexical order. */
  members: Int32Array;
  /** The number of sentences in which each set occurs. */
  counts: Int32Array;
  /** The sentences of each set: set i has counts[i] of them, ascending, after those of the sets before it. */
  sentences: Int32Array;
}

export interface MineOptions {
  /** Sets of fewer sentences are left out. */
  least?: number;
  sizes?: readonly number[];
}

/** The buffers of one depth of the search, which are allocated once. */
interface Depth {
  /** Counts of the concepts that follow the set; zero between uses. */
  counts: Int32Array;
  /** The index at which the next position of a concept is written. */
  next: Int32Array;
  /** The positions of the last member in the sentences of each extended set, one set after the other. */
  positions: Int32Array;
}

interface Found {
  members: GrowingList;
  counts: GrowingList;
  sentences: GrowingList;
}

/** Searches depth-first over projected sentences: a set is extended by the concepts that follow it in enough of its sentences. */
export function mineConceptSets(sentences: ConceptSentences, { least = 2, sizes = [3, 4, 5] }: MineOptions = {}): ConceptSets[] {
  const { concepts, starts, vocabulary } = sentences;
  const largest = Math.max(...sizes);
  const sentenceOf = sentencesOfPositions(sentences);
  const found = new Map(sizes.map((size): [number, Found] => [size, createFound()]));
  const depths = Array.from({ length: largest }, (): Depth => createDepth(vocabulary));
  const set = new Int32Array(largest);

  /** Extends the first `size` members of `set`. `positions` from `from` to `to` are the positions of the last of them. */
  const grow = (size: number, positions: Int32Array, from: number, to: number): void => {
    const depth = depths[size];
    const { counts, next } = depth;
    const seen: number[] = [];
    for (let i = from; i < to; i++) {
      const position = positions[i];
      const end = size === 0 ? position + 1 : starts[sentenceOf[position] + 1];
      for (let p = size === 0 ? position : position + 1; p < end; p++) if (counts[concepts[p]]++ === 0) seen.push(concepts[p]);
    }
    const frequent = seen.filter((concept) => counts[concept] >= least).sort((a, b) => a - b);
    let total = 0;
    for (const concept of frequent) {
      next[concept] = total;
      total += counts[concept];
    }
    if (depth.positions.length < total) depth.positions = new Int32Array(2 * total);
    const grown = depth.positions;
    for (let i = from; i < to; i++) {
      const position = positions[i];
      const end = size === 0 ? position + 1 : starts[sentenceOf[position] + 1];
      for (let p = size === 0 ? position : position + 1; p < end; p++) if (counts[concepts[p]] >= least) grown[next[concepts[p]]++] = p;
    }
    for (const concept of seen) counts[concept] = 0;
    let start = 0;
    // Deeper calls use their own buffers, so that `next` and `grown` keep their contents.
    for (const concept of frequent) {
      const end = next[concept];
      set[size] = concept;
      keep(size + 1, grown, start, end);
      if (size + 1 < largest) grow(size + 1, grown, start, end);
      start = end;
    }
  };

  const keep = (size: number, positions: Int32Array, from: number, to: number): void => {
    const own = found.get(size);
    if (!own) return;
    for (let i = 0; i < size; i++) own.members.push(set[i]);
    own.counts.push(to - from);
    for (let i = from; i < to; i++) own.sentences.push(sentenceOf[positions[i]]);
  };

  grow(0, Int32Array.from(concepts.keys()), 0, concepts.length);
  return Array.from(found, ([size, { members, counts, sentences: own }]) => ({
    size,
    members: members.finish(),
    counts: counts.finish(),
    sentences: own.finish(),
  }));
}

function createFound(): Found {
  return { members: createGrowingList(), counts: createGrowingList(), sentences: createGrowingList() };
}

function createDepth(vocabulary: number): Depth {
  return { counts: new Int32Array(vocabulary), next: new Int32Array(vocabulary), positions: new Int32Array(0) };
}

function sentencesOfPositions({ concepts, starts }: ConceptSentences): Int32Array {
  const sentenceOf = new Int32Array(concepts.length);
  for (let s = 0; s + 1 < starts.length; s++) sentenceOf.fill(s, starts[s], starts[s + 1]);
  return sentenceOf;
}
