/** N-grams as numbers: every different n-gram gets one, so that metrics count and compare numbers and not texts. */
import type { MetricInput } from '../core/index.ts';

/** The longest n-grams that BLEU and CIDEr count. */
export const MAX_ORDER = 4;

/** The different n-grams of a text, from words to 4-grams, each with its count, in the order in which they first occur. */
export interface GramCounts {
  /** Number of words. */
  length: number;
  grams: readonly number[];
  counts: readonly number[];
  /** n-grams of order n stand from `starts[n - 1]` to `starts[n]`. */
  starts: readonly number[];
}

export interface NgramIndex {
  /** Counted once for each array of tokens. */
  count(tokens: readonly string[]): GramCounts;
  /** The number of one n-gram. */
  number(words: readonly string[]): number;
  /** The n-gram of a number, its words joined by spaces. */
  text(gram: number): string;
  /** 32 bits that depend on the words alone. */
  hash(gram: number): number;
}

const indexes = new WeakMap<readonly MetricInput[], NgramIndex>();

/** The index of these inputs: metrics that ask for the same inputs share it, and so count each text once. */
export function ngramIndexOf(inputs: readonly MetricInput[]): NgramIndex {
  const known = indexes.get(inputs) ?? createNgramIndex();
  indexes.set(inputs, known);
  return known;
}

export function createNgramIndex(): NgramIndex {
  const words = new Map<string, number>();
  const spelling: string[] = [];
  const hashes: number[] = [];
  /** By gram: the gram without its last word (-1 for a single word), and that word. */
  let heads = new Int32Array(1 << 11);
  let lasts = new Int32Array(1 << 11);
  /** How often each gram occurred in the text that is being counted. */
  let seen = new Int32Array(1 << 11);
  let size = 0;
  /** Open addressing over (head, last): a gram's number, or -1. */
  let slots = new Int32Array(1 << 12).fill(-1);
  const known = new WeakMap<readonly string[], GramCounts>();

  function wordNumber(word: string): number {
    const old = words.get(word);
    if (old !== undefined) return old;
    words.set(word, spelling.length);
    hashes.push(hashOf(word));
    return spelling.push(word) - 1;
  }

  function slotOf(head: number, last: number): number {
    const mask = slots.length - 1;
    let slot = (Math.imul(head + 1, 0x9e3779b1) ^ Math.imul(last, 0x85ebca6b)) >>> 4;
    for (slot &= mask; ; slot = (slot + 1) & mask) {
      const gram = slots[slot];
      if (gram < 0 || (heads[gram] === head && lasts[gram] === last)) return slot;
    }
  }

  function gramNumber(head: number, last: number): number {
    const slot = slotOf(head, last);
    if (slots[slot] >= 0) return slots[slot];
    const gram = size++;
    heads[gram] = head;
    lasts[gram] = last;
    slots[slot] = gram;
    if (size === heads.length) grow();
    return gram;
  }

  function grow(): void {
    const room = 2 * size;
    heads = widened(heads, room);
    lasts = widened(lasts, room);
    seen = widened(seen, room);
    slots = new Int32Array(2 * room).fill(-1);
    for (let i = 0; i < size; i++) slots[slotOf(heads[i], lasts[i])] = i;
  }

  function count(tokens: readonly string[]): GramCounts {
    const numbers = splitWords(tokens).map(wordNumber);
    const grams: number[] = [];
    const counts: number[] = [];
    const starts = [0];
    const current = new Array<number>(numbers.length).fill(-1);
    for (let order = 1; order <= MAX_ORDER; order++) {
      for (let i = 0; i + order <= numbers.length; i++) {
        const gram = gramNumber(current[i], numbers[i + order - 1]);
        current[i] = gram;
        if (seen[gram]++ === 0) grams.push(gram);
      }
      for (let i = starts[order - 1]; i < grams.length; i++) {
        counts.push(seen[grams[i]]);
        seen[grams[i]] = 0;
      }
      starts.push(grams.length);
    }
    return { length: numbers.length, grams, counts, starts };
  }

  return {
    count(tokens) {
      const old = known.get(tokens);
      if (old) return old;
      const counted = count(tokens);
      known.set(tokens, counted);
      return counted;
    },
    number: (texts) => texts.map(wordNumber).reduce(gramNumber, -1),
    text(gram) {
      const parts: string[] = [];
      for (let rest = gram; rest >= 0; rest = heads[rest]) parts.push(spelling[lasts[rest]]);
      return parts.reverse().join(' ');
    },
    hash(gram) {
      let hash = 0x811c9dc5;
      for (let rest = gram; rest >= 0; rest = heads[rest]) hash = Math.imul(hash ^ hashes[lasts[rest]], 0x01000193);
      return hash;
    },
  };
}

function widened<List extends Int32Array | Float64Array>(list: List, length: number): List {
  const wider = new (list.constructor as new (length: number) => List)(length);
  wider.set(list);
  return wider;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** A number for each gram, 0 unless set; cheap to empty, so that one table serves all items. */
export interface GramTable {
  get(gram: number): number;
  set(gram: number, value: number): void;
  clear(): void;
}

export function createGramTable(): GramTable {
  let values = new Float64Array(1 << 11);
  const touched: number[] = [];
  return {
    get: (gram) => (gram < values.length ? values[gram] : 0),
    set(gram, value) {
      if (gram >= values.length) values = widened(values, 2 * gram);
      values[gram] = value;
      touched.push(gram);
    },
    clear() {
      for (const gram of touched) values[gram] = 0;
      touched.length = 0;
    },
  };
}

/** The original metrics split tokens at every blank once more: "2\u00A01/2" is one token for ROUGE-L, two words for BLEU and CIDEr. */
function splitWords(tokens: readonly string[]): readonly string[] {
  return tokens.some((token) => /\s/.test(token)) ? tokens.flatMap((token) => token.split(/\s+/).filter((word) => word !== '')) : tokens;
}
