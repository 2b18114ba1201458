/** N-grams as numbers: every different n-gram gets one, so that metrics count and compare numbers and not texts. */

import type { MetricInput } from '../../core/index.ts';
import { widened } from '../../core/index.ts';

/** The longest n-grams that BLEU and CIDEr count. */
export const MAX_ORDER = 4;

/** The different n-grams of a text, from words to 4-grams, each with its count, in the order in which they first occur. */
export interface GramCounts {
  /** Number of words. */
  length: number;
  grams: Int32Array;
  counts: Int32Array;
  /** n-grams of order n are from `starts[n - 1]` to `starts[n]`. */
  starts: readonly number[];
}

export interface NgramIndex {
  /** An array of tokens that was counted not long ago is not counted again. */
  count(tokens: readonly string[]): GramCounts;
  /** How many different n-grams were met so far; they are numbered from 0. */
  size(): number;
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
  const known = indexes.get(inputs) ?? createNgramIndex({ texts: inputs.length * 6 });
  indexes.set(inputs, known);
  return known;
}

/** Room for the counts of many texts is taken at once. */
const POOL = 1 << 15;
/** The counts of so many texts are kept for the next metric; those of further ones are counted again, which takes time and no memory. */
const KEPT = 1 << 13;

export interface NgramIndexOptions {
  /** About how many texts will be counted. */
  texts?: number;
}

export function createNgramIndex({ texts = 16 }: NgramIndexOptions = {}): NgramIndex {
  const words = createWordNumbers();
  let room = 1 << 10;
  while (room < 24 * texts && room < 1 << 20) room *= 2;
  /** Of each gram two numbers: the gram without its last word (-1 for a single word), and that word. Together, since both are looked at. */
  let parts = new Int32Array(2 * room);
  /** How often each gram occurred in the text that is being counted. */
  let seen = new Int32Array(room);
  let size = 0;
  /** Open addressing; the gram's number is kept plus one, so that 0 is a free slot. */
  let slots = new Int32Array(2 * room);
  let pool = new Int32Array(POOL);
  let used = 0;
  let numbers = new Int32Array(64);
  let current = new Int32Array(64);

  function slotOf(head: number, last: number): number {
    const mask = slots.length - 1;
    let slot = ((Math.imul(head + 1, 0x9e3779b1) ^ Math.imul(last, 0x85ebca6b)) >>> 4) & mask;
    for (; ; slot = (slot + 1) & mask) {
      const place = 2 * (slots[slot] - 1);
      if (place < 0 || (parts[place] === head && parts[place + 1] === last)) return slot;
    }
  }

  function gramNumber(head: number, last: number): number {
    const slot = slotOf(head, last);
    if (slots[slot] !== 0) return slots[slot] - 1;
    const gram = size++;
    parts[2 * gram] = head;
    parts[2 * gram + 1] = last;
    slots[slot] = size;
    if (size === seen.length) {
      seen = widened(seen, Math.ceil(1.5 * size));
      parts = widened(parts, 2 * seen.length);
    }
    if (2 * size > slots.length) growSlots();
    return gram;
  }

  function growSlots(): void {
    slots = new Int32Array(2 * slots.length);
    for (let gram = 0; gram < size; gram++) slots[slotOf(parts[2 * gram], parts[2 * gram + 1])] = gram + 1;
  }

  function count(tokens: readonly string[]): GramCounts {
    const all = splitWords(tokens);
    const length = all.length;
    if (length > numbers.length) {
      numbers = new Int32Array(2 * length);
      current = new Int32Array(2 * length);
    }
    for (let i = 0; i < length; i++) {
      numbers[i] = words.number(all[i]);
      current[i] = -1;
    }
    const most = MAX_ORDER * length;
    if (used + 2 * most > pool.length) {
      pool = new Int32Array(Math.max(POOL, 2 * most));
      used = 0;
    }
    const first = used;
    let end = first;
    const starts = [0, 0, 0, 0, 0];
    for (let order = 1; order <= MAX_ORDER; order++) {
      const from = end;
      for (let i = 0; i + order <= length; i++) {
        const gram = gramNumber(current[i], numbers[i + order - 1]);
        current[i] = gram;
        if (seen[gram]++ === 0) pool[end++] = gram;
      }
      for (let i = from; i < end; i++) {
        const gram = pool[i];
        pool[i + most] = seen[gram];
        seen[gram] = 0;
      }
      starts[order] = end - first;
    }
    used += 2 * most;
    return { length, grams: pool.subarray(first, end), counts: pool.subarray(first + most, end + most), starts };
  }

  return {
    count: remembering(count),
    size: () => size,
    number: (texts) => texts.map(words.number).reduce(gramNumber, -1),
    text(gram) {
      const own: string[] = [];
      for (let rest = gram; rest >= 0; rest = parts[2 * rest]) own.push(words.spelling[parts[2 * rest + 1]]);
      return own.reverse().join(' ');
    },
    hash(gram) {
      let hash = 0x811c9dc5;
      for (let rest = gram; rest >= 0; rest = parts[2 * rest]) hash = Math.imul(hash ^ words.hashes[parts[2 * rest + 1]], 0x01000193);
      return hash;
    },
  };
}

/** Counts of the first texts are kept: several metrics count the same ones. */
function remembering(count: (tokens: readonly string[]) => GramCounts): (tokens: readonly string[]) => GramCounts {
  const known = new Map<readonly string[], GramCounts>();
  return (tokens) => {
    const old = known.get(tokens);
    if (old) return old;
    const counted = count(tokens);
    if (known.size < KEPT) known.set(tokens, counted);
    return counted;
  };
}

/** Words as numbers from 0, and by number their spelling and a hash of it. */
function createWordNumbers() {
  const numbers = new Map<string, number>();
  const spelling: string[] = [];
  const hashes: number[] = [];
  return {
    spelling,
    hashes,
    number(word: string): number {
      const old = numbers.get(word);
      if (old !== undefined) return old;
      numbers.set(word, spelling.length);
      hashes.push(hashOf(word));
      return spelling.push(word) - 1;
    },
  };
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

/** As large as the grams that are set at a time, however many there are. */
export function createGramTable(room = 1 << 10): GramTable {
  let mask = room - 1;
  /** Open addressing; the gram is kept plus one, so that 0 is a free slot. */
  let keys = new Int32Array(room);
  let values = new Float64Array(room);
  let filled = new Int32Array(room);
  let size = 0;

  function slotOf(gram: number): number {
    let slot = Math.imul(gram, 0x9e3779b1) >>> 8;
    for (slot &= mask; keys[slot] !== 0 && keys[slot] !== gram + 1; slot = (slot + 1) & mask);
    return slot;
  }

  function grow(): void {
    const entries = Array.from(filled.subarray(0, size), (slot) => ({ key: keys[slot], value: values[slot] }));
    const wider = 2 * keys.length;
    mask = wider - 1;
    keys = new Int32Array(wider);
    values = new Float64Array(wider);
    filled = new Int32Array(wider);
    size = 0;
    for (const { key, value } of entries) set(key - 1, value);
  }

  function set(gram: number, value: number): void {
    const slot = slotOf(gram);
    values[slot] = value;
    if (keys[slot] !== 0) return;
    keys[slot] = gram + 1;
    filled[size++] = slot;
    if (2 * size > keys.length) grow();
  }

  return {
    get(gram) {
      const slot = slotOf(gram);
      return keys[slot] === 0 ? 0 : values[slot];
    },
    set,
    clear() {
      for (let i = 0; i < size; i++) keys[filled[i]] = 0;
      size = 0;
    },
  };
}

/** The original metrics split tokens at every blank once more: "2\u00A01/2" is one token for ROUGE-L, two words for BLEU and CIDEr. */
function splitWords(tokens: readonly string[]): readonly string[] {
  return tokens.some(hasBlank) ? tokens.flatMap((token) => token.split(/\s+/).filter((word) => word !== '')) : tokens;
}

/** Fast path: most tokens are printable ASCII, for which the expression is skipped. */
function hasBlank(token: string): boolean {
  for (let i = 0; i < token.length; i++) {
    const code = token.charCodeAt(i);
    if ((code <= 0x20 || code > 0x7e) && /\s/.test(token)) return true;
  }
  return false;
}
