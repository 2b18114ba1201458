/** Numbers texts in order of first appearance without storing them: a 96-bit hash represents each. */
import { getRandomValues } from 'node:crypto';
import { widened } from '@sensebench/metrics/internal/core';

export interface TextNumbers {
  readonly size: number;
  /** The number of a text, from 0; a new number if the text is new. */
  add(text: string): number;
  /** Adds a text and tells whether it is new. */
  isNew(text: string): boolean;
  /** The number of a text, or −1 if it was not added. */
  find(text: string): number;
  has(text: string): boolean;
}

/** 32-bit words per key: among a hundred million texts, the probability of a collision is 10⁻¹³. */
const WORDS = 3;

/** Twenty to forty bytes for each text. */
export function createTextNumbers(): TextNumbers {
  let keys = new Uint32Array(WORDS * 512);
  /** Numbers plus one by slot; zero marks a free slot. At most half of the slots are in use. */
  let places = new Int32Array(1024);
  let size = 0;
  // Drawn anew for each table, so that nobody can construct two texts with one key. Numbers do not depend on it.
  const seeds = getRandomValues(new Uint32Array(WORDS));
  /** The key of the last text. */
  const key = new Uint32Array(WORDS);

  /** Each word multiplies and mixes all UTF-16 units differently, as MurmurHash3 does; the words are mixed with each other at the end. */
  function hash(text: string): void {
    let [a, b, c] = [seeds[0], seeds[1], seeds[2]];
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, 0x9e3779b1);
      a ^= a >>> 15;
      b = Math.imul(b ^ unit, 0x85ebca6b);
      b ^= b >>> 13;
      c = Math.imul(c ^ unit, 0xc2b2ae35);
      c ^= c >>> 16;
    }
    a = finish(a ^ text.length);
    b = finish(b ^ a);
    c = finish(c ^ b);
    key[0] = finish(a ^ c);
    key[1] = b;
    key[2] = c;
  }

  /** Where a key is, or would be. */
  function locate(a: number, b: number, c: number): number {
    const mask = places.length - 1;
    for (let place = a & mask; ; place = (place + 1) & mask) {
      const number = places[place] - 1;
      if (number < 0) return place;
      if (keys[WORDS * number] === a && keys[WORDS * number + 1] === b && keys[WORDS * number + 2] === c) return place;
    }
  }

  function grow(): void {
    keys = widened(keys);
    places = new Int32Array(2 * places.length);
    for (let number = 0; number < size; number++)
      places[locate(keys[WORDS * number], keys[WORDS * number + 1], keys[WORDS * number + 2])] = number + 1;
  }

  function find(text: string): number {
    hash(text);
    return places[locate(key[0], key[1], key[2])] - 1;
  }

  function add(text: string): number {
    const known = find(text);
    if (known >= 0) return known;
    if (WORDS * size === keys.length) grow();
    places[locate(key[0], key[1], key[2])] = size + 1;
    keys.set(key, WORDS * size);
    return size++;
  }

  return {
    get size() {
      return size;
    },
    add,
    isNew(text) {
      const before = size;
      add(text);
      return size > before;
    },
    find,
    has: (text) => find(text) >= 0,
  };
}

/** MurmurHash3's finalizer: every bit of the result depends on every bit of the input. */
function finish(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
