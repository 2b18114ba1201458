/** Phrase tables for the entity recognizer (places, events, groups, words of time), matched as token sequences in linear time. */
import { SetupError } from '@sensebench/metrics/internal/core';
import type { WordInfo } from '@sensebench/metrics/internal/nlp/words/word-info.ts';

/** One bit each; a phrase may be in several lists. */
export const GAZETTEER_LISTS = [
  'country',
  'state',
  'city',
  'town',
  'place',
  'location',
  'group',
  'event',
  'holiday',
  'month',
  'weekday',
  'season',
  'daytime',
  'dateUnit',
  'timeUnit',
  'number',
  'era',
] as const;
export type GazetteerList = (typeof GAZETTEER_LISTS)[number];

/** No listed phrase has more tokens. */
const LONGEST = 8;
const PREFIX = 1 << 30;

export interface PhraseMatch {
  start: number;
  /** One past the last token. */
  end: number;
  /** Bits of GAZETTEER_LISTS. */
  lists: number;
}

function extend(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

function finish(hash: number): number {
  return hash === 0 ? 1 : hash;
}

/** Every phrase and each of its beginnings, by the hash of its lower-cased tokens. */
export class Gazetteer {
  private readonly slots: Int32Array;
  private readonly capacity: number;

  constructor(slots: Int32Array) {
    this.slots = slots;
    this.capacity = slots.length / 2;
  }

  /** The longest phrase at each position that does not start inside a longer one of the same list. */
  match(words: readonly WordInfo[]): PhraseMatch[] {
    const matches: PhraseMatch[] = [];
    for (let start = 0; start < words.length; start++) {
      let hash = 0;
      const last = Math.min(words.length, start + LONGEST);
      let lists = 0;
      for (let end = start; end < last; end++) {
        hash = extend(hash, words[end].lower);
        const value = this.find(finish(hash));
        if (value === 0) break;
        lists = value & ~PREFIX;
        if (lists !== 0) matches.push({ start, end: end + 1, lists });
        if ((value & PREFIX) === 0) break;
      }
    }
    return matches;
  }

  private find(key: number): number {
    const { slots, capacity } = this;
    let slot = ((key >>> 0) * (capacity / 4294967296)) | 0;
    while (slots[2 * slot] !== 0) {
      if (slots[2 * slot] === key) return slots[2 * slot + 1];
      slot = slot + 1 === capacity ? 0 : slot + 1;
    }
    return 0;
  }

  static encode(phrases: Iterable<{ words: readonly WordInfo[]; list: GazetteerList }>): Uint8Array {
    const values = new Map<number, number>();
    for (const { words, list } of phrases) {
      if (words.length === 0 || words.length > LONGEST) continue;
      let hash = 0;
      words.forEach((word, i) => {
        hash = extend(hash, word.lower);
        const key = finish(hash);
        const bit = i === words.length - 1 ? 1 << GAZETTEER_LISTS.indexOf(list) : PREFIX;
        values.set(key, (values.get(key) ?? 0) | bit);
      });
    }
    const capacity = 16 + Math.ceil(values.size / 0.75);
    const slots = new Int32Array(2 * capacity);
    for (const [key, value] of [...values].sort((a, b) => a[0] - b[0])) {
      let slot = ((key >>> 0) * (capacity / 4294967296)) | 0;
      while (slots[2 * slot] !== 0) slot = slot + 1 === capacity ? 0 : slot + 1;
      slots[2 * slot] = key;
      slots[2 * slot + 1] = value;
    }
    return new Uint8Array(slots.buffer);
  }

  static decode(bytes: Uint8Array): Gazetteer {
    if (bytes.length === 0 || bytes.length % 8 !== 0) throw new SetupError('the gazetteer weights are cut short');
    const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
    return new Gazetteer(new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4));
  }
}
