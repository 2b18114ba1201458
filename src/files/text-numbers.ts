/** Numbers texts in the order in which they first come, without keeping them: 96 bits of SHA-256 stand for each. */
import { hash } from 'node:crypto';

export interface TextNumbers {
  readonly size: number;
  /** The number of a text, from 0; a new one where it was not there. */
  add(text: string): number;
  /** Whether a text comes for the first time. */
  isNew(text: string): boolean;
  /** −1 where it is not there. */
  find(text: string): number;
  has(text: string): boolean;
}

/** 32-bit words of a key: of a hundred million texts two are taken for one with a probability of 10⁻¹³. */
const WORDS = 3;

/** Twenty to forty bytes for each text. */
export function createTextNumbers(): TextNumbers {
  let keys = new Uint32Array(WORDS * 512);
  /** Numbers plus one by place; zero for a free place. At most half of the places are taken. */
  let places = new Int32Array(1024);
  let size = 0;

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
    const longer = new Uint32Array(2 * keys.length);
    longer.set(keys);
    keys = longer;
    places = new Int32Array(2 * places.length);
    for (let number = 0; number < size; number++)
      places[locate(keys[WORDS * number], keys[WORDS * number + 1], keys[WORDS * number + 2])] = number + 1;
  }

  // UTF-16: in UTF-8 all lone surrogates would be one.
  const keyOf = (text: string) => hash('sha256', Buffer.from(text, 'utf16le'), 'buffer');
  const placeOf = (key: Buffer) => locate(key.readUInt32LE(0), key.readUInt32LE(4), key.readUInt32LE(8));
  return {
    get size() {
      return size;
    },
    add(text) {
      const key = keyOf(text);
      const place = placeOf(key);
      if (places[place] > 0) return places[place] - 1;
      if (WORDS * size === keys.length) {
        grow();
        return this.add(text);
      }
      for (let word = 0; word < WORDS; word++) keys[WORDS * size + word] = key.readUInt32LE(4 * word);
      places[place] = size + 1;
      return size++;
    },
    isNew(text) {
      const before = size;
      this.add(text);
      return size > before;
    },
    find: (text) => places[placeOf(keyOf(text))] - 1,
    has: (text) => places[placeOf(keyOf(text))] > 0,
  };
}
