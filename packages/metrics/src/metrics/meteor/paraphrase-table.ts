/** METEOR's paraphrase table as one block of memory: a trie of phrases, each with its paraphrases in the order of the original file. */

const MAGIC = 0x53425033;
/** Numbers at the start of the file, four bytes each. */
const HEADER = 8;
const NO_STATE = -1;

export interface ParaphraseTable {
  /** First digits of the SHA-256 of the original table. */
  id: string;
  /** The number of a word; -1 if no phrase contains it. */
  wordNumber(word: string): number;
  /** The phrases with paraphrases in a text, which is given by the numbers of its words. */
  phrases(words: Int32Array): FoundPhrase[];
  /** Calls `found` for each of these phrases that has a paraphrase in another text. */
  match(phrases: readonly FoundPhrase[], target: Int32Array, found: FoundParaphrase): void;
}

export interface FoundPhrase {
  start: number;
  length: number;
  /** The range of its paraphrases in the table. */
  from: number;
  to: number;
}

type FoundParaphrase = (start: number, length: number, targetStart: number, targetLength: number) => void;

/** The parts of the file. */
export interface ParaphraseParts {
  id: string;
  /** Words that start phrases come first. At most 65,535. */
  words: readonly string[];
  /** The number of words that start phrases. */
  firsts: number;
  /** By state, its first child, plus one entry at the end. The children of a state are consecutive and ordered by label; those of the root (0) are 1, 2 and so on. */
  children: Int32Array;
  /** By state, the word that leads to it. */
  labels: Uint16Array;
  /** By state, where its paraphrases start, plus one entry at the end. */
  emits: Int32Array;
  /** For each paraphrase, the number of its words and the words. They come last, so that a file need not be read completely. */
  paraphrases: Uint16Array;
}

export function writeParaphraseTable({ id, words, firsts, children, labels, emits, paraphrases }: ParaphraseParts): Uint8Array {
  let slots = 4;
  while (slots < 2 * words.length) slots *= 2;
  const numbers = new Uint16Array(slots);
  for (let i = 0; i < words.length; i++) {
    let slot = hashOf(words[i]) & (slots - 1);
    while (numbers[slot] !== 0) slot = (slot + 1) & (slots - 1);
    numbers[slot] = i + 1;
  }
  const texts = [...words, id];
  const starts = new Int32Array(texts.length + 1);
  for (let i = 0; i < texts.length; i++) starts[i + 1] = starts[i] + texts[i].length;
  const characters = new Uint16Array(starts[texts.length]);
  for (let i = 0; i < texts.length; i++) for (let j = 0; j < texts[i].length; j++) characters[starts[i] + j] = texts[i].charCodeAt(j);
  const header = Int32Array.of(MAGIC, words.length, firsts, labels.length, slots, characters.length, paraphrases.length, 0);
  const sections = [header, starts, children, emits, numbers, characters, labels, paraphrases];
  const file = new Uint8Array(sections.reduce((sum, section) => sum + section.byteLength, 0));
  let at = 0;
  for (const section of sections) {
    file.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), at);
    at += section.byteLength;
  }
  return file;
}

/** Called before bytes are accessed; they may be read lazily. */
export type NeedBytes = (from: number, to: number) => void;

/** Nothing is copied or parsed: the numbers are read in place. null if the bytes are not such a table. */
export function openParaphraseTable(bytes: Uint8Array, need: NeedBytes = () => undefined): ParaphraseTable | null {
  if (bytes.length < 4 * HEADER || bytes.byteOffset % 4 !== 0) return null;
  need(0, 4 * HEADER);
  let at = 0;
  const wide = (count: number) => {
    at += 4 * count;
    return new Int32Array(bytes.buffer, bytes.byteOffset + at - 4 * count, count);
  };
  const narrow = (count: number) => {
    at += 2 * count;
    return new Uint16Array(bytes.buffer, bytes.byteOffset + at - 2 * count, count);
  };
  const [magic, words, firsts, states, slots, characterCount, paraphraseLength] = wide(HEADER);
  const size = 4 * (HEADER + words + 2 + 2 * (states + 1)) + 2 * (slots + characterCount + states + paraphraseLength);
  if (magic !== MAGIC || bytes.length !== size) return null;
  const starts = wide(words + 2);
  const children = wide(states + 1);
  const emits = wide(states + 1);
  const numbers = narrow(slots);
  const characters = narrow(characterCount);
  const labels = narrow(states);
  const paraphrasesAt = at;
  const paraphrases = narrow(paraphraseLength);
  need(4 * HEADER, paraphrasesAt);

  function isWord(number: number, word: string): boolean {
    const start = starts[number];
    if (starts[number + 1] - start !== word.length) return false;
    for (let i = 0; i < word.length; i++) if (characters[start + i] !== word.charCodeAt(i)) return false;
    return true;
  }

  function step(state: number, word: number): number {
    if (state === 0) return word < firsts ? word + 1 : NO_STATE;
    let low = children[state];
    let high = children[state + 1] - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const label = labels[middle];
      if (label === word) return middle;
      if (label < word) low = middle + 1;
      else high = middle - 1;
    }
    return NO_STATE;
  }

  /** By word, 1 + its first position in the target, or 0. Most paraphrases are ruled out by their first word. */
  const firstPlaces = new Int32Array(words + 1);

  return {
    id: String.fromCharCode(...characters.subarray(starts[words], starts[words + 1])),
    wordNumber(word) {
      for (let slot = hashOf(word) & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
        const number = numbers[slot] - 1;
        if (number < 0 || isWord(number, word)) return number;
      }
    },
    phrases(source) {
      const found: FoundPhrase[] = [];
      for (let start = 0; start < source.length; start++) {
        let state = 0;
        for (let length = 1; start + length <= source.length; length++) {
          const word = source[start + length - 1];
          state = word < 0 ? NO_STATE : step(state, word);
          if (state === NO_STATE) break;
          const from = emits[state];
          const to = emits[state + 1];
          if (to === from) continue;
          need(paraphrasesAt + 2 * from, paraphrasesAt + 2 * to);
          found.push({ start, length, from, to });
        }
      }
      return found;
    },
    match(sources, target, found) {
      /** By position, 1 + the next position of the same word. */
      const later = new Int32Array(target.length);
      for (let place = target.length - 1; place >= 0; place--) {
        if (target[place] < 0) continue;
        later[place] = firstPlaces[target[place]];
        firstPlaces[target[place]] = place + 1;
      }
      for (let source = 0; source < sources.length; source++) {
        const { start, length, from, to } = sources[source];
        for (let emit = from, size = 0; emit < to; emit += size + 1) {
          size = paraphrases[emit];
          for (let next = firstPlaces[paraphrases[emit + 1]]; next !== 0; next = later[next - 1]) {
            const place = next - 1;
            let same = 1;
            while (same < size && target[place + same] === paraphrases[emit + 1 + same]) same++;
            if (same === size) found(start, length, place, size);
          }
        }
      }
      for (let place = 0; place < target.length; place++) if (target[place] >= 0) firstPlaces[target[place]] = 0;
    },
  };
}

function hashOf(word: string): number {
  let hash = 0;
  for (let i = 0; i < word.length; i++) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
  return Math.imul(hash, 0x9e3779b1) >>> 12;
}
