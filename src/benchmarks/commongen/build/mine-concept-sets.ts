/** Sentence frequency of every set of 3–5 concepts (paper 003, section 3.1), level by level (Agrawal and Srikant 1994): a set is counted only where the set that it grows from is frequent. */
import { createSetCounter } from './set-counter.ts';

/** Concepts of each sentence as ascending numbers, all in one array: sentence s has those from starts[s] to starts[s + 1]. */
export interface ConceptSentences {
  concepts: Int32Array;
  starts: Int32Array;
  /** How many concepts there are; numbers are below it. */
  vocabulary: number;
}

export interface ConceptSets {
  size: number;
  /** Concepts of each set, `size` numbers each, ascending; the sets in lexical order. */
  members: Int32Array;
  /** In how many sentences each set occurs. */
  counts: Uint32Array;
}

export interface MineOptions {
  /** A set of fewer sentences than this is not kept. */
  least?: number;
  sizes?: readonly number[];
}

/**
 * The frequent sets of one size. A set's key is the place of its first members in the level below × vocabulary + its last member,
 * so keys in ascending order are sets in lexical order, and a key stays a whole number below 2^53.
 */
interface Level {
  keys: Float64Array;
  members: Int32Array;
}

export function mineConceptSets(sentences: ConceptSentences, { least = 2, sizes = [3, 4, 5] }: MineOptions = {}): ConceptSets[] {
  const levels: Level[] = [frequentConcepts(sentences, least)];
  const found: ConceptSets[] = [];
  for (let size = 2; size <= Math.max(...sizes); size++) {
    const counter = createSetCounter();
    countGrown(sentences, levels, (key) => counter.add(key));
    const keys = counter.keysFrom(least);
    const level = { keys, members: membersOf(keys, levels[size - 2], { size, vocabulary: sentences.vocabulary }) };
    if (sizes.includes(size)) found.push({ size, members: level.members, counts: Uint32Array.from(keys, counter.count) });
    levels.push(level);
  }
  return found;
}

function frequentConcepts({ concepts, vocabulary }: ConceptSentences, least: number): Level {
  const counts = new Uint32Array(vocabulary);
  for (const concept of concepts) counts[concept]++;
  const members = Int32Array.from(counts.keys()).filter((concept) => counts[concept] >= least);
  return { keys: Float64Array.from(members), members };
}

/** Visits the key of each set of the next size in each sentence whose first members are frequent together. */
function countGrown({ concepts, starts, vocabulary }: ConceptSentences, levels: readonly Level[], visit: (key: number) => void): void {
  const [{ members: frequent }] = levels;
  const placeOfConcept = new Int32Array(vocabulary).fill(-1);
  frequent.forEach((concept, place) => {
    placeOfConcept[concept] = place;
  });
  const grow = (next: number, end: number, depth: number, place: number): void => {
    for (let i = next; i < end; i++) {
      const concept = concepts[i];
      if (placeOfConcept[concept] < 0) continue;
      const key = place * vocabulary + concept;
      if (depth === levels.length) visit(key);
      else {
        const grown = depth === 0 ? placeOfConcept[concept] : findPlace(levels[depth].keys, key);
        if (grown >= 0) grow(i + 1, end, depth + 1, grown);
      }
    }
  };
  for (let s = 0; s + 1 < starts.length; s++) grow(starts[s], starts[s + 1], 0, 0);
}

function membersOf(keys: Float64Array, below: Level, { size, vocabulary }: { size: number; vocabulary: number }): Int32Array {
  const members = new Int32Array(keys.length * size);
  keys.forEach((key, place) => {
    const first = Math.floor(key / vocabulary);
    members.set(below.members.subarray(first * (size - 1), (first + 1) * (size - 1)), place * size);
    members[place * size + size - 1] = key % vocabulary;
  });
  return members;
}

/** The place of a key among ascending ones, or -1. */
function findPlace(keys: Float64Array, key: number): number {
  let low = 0;
  let high = keys.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (keys[middle] === key) return middle;
    if (keys[middle] < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
