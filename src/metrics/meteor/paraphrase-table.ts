/** METEOR's paraphrase table as one block of memory: a trie of phrases, each with its paraphrases in the order of the original file. */

const MAGIC = 0x53425032;
/** Numbers at the start of the file, four bytes each. */
const HEADER = 8;
const NO_STATE = -1;

export interface ParaphraseTable {
  /** First digits of the SHA-256 of the table that it was made from. */
  id: string;
  /** Number of a word, -1 for one that stands in no phrase. */
  wordNumber(word: string): number;
  /** The phrases of a text, given by its words' numbers, that have paraphrases. */
  phrases(words: Int32Array): FoundPhrase[];
  /** Calls back for every one of these phrases that has a paraphrase in another text. */
  match(phrases: readonly FoundPhrase[], target: Int32Array, found: FoundParaphrase): void;
}

export interface FoundPhrase {
  start: number;
  length: number;
  /** Where the trie stands after it. */
  state: number;
}

type FoundParaphrase = (start: number, length: number, targetStart: number, targetLength: number) => void;

/** The parts of the file, in the order in which they stand in it. */
export interface ParaphraseParts {
  id: string;
  words: readonly string[];
  /** Open addressing over (state, word): the state, the word, the next state; -1 where free. The number of slots is a power of two. */
  transitions: Int32Array;
  /** By state, where its paraphrases start in `paraphrases`; one more at the end. */
  emits: Int32Array;
  /** Phrase numbers. */
  paraphrases: Int32Array;
  /** The first word of each paraphrase: nearly all are dismissed by it, and here they lie side by side. */
  firstWords: Uint16Array;
  /** By phrase, where its words start in `phraseWords`; one more at the end. */
  phrases: Int32Array;
  phraseWords: Uint16Array;
}

export function slotOf(state: number, word: number, slots: number): number {
  return (Math.imul(state, 0x9e3779b1) ^ Math.imul(word, 0x85ebca6b)) & (slots - 1);
}

export function writeParaphraseTable(parts: ParaphraseParts): Uint8Array {
  const text = new TextEncoder().encode([parts.id, ...parts.words].join('\n'));
  const header = Int32Array.of(
    MAGIC,
    parts.transitions.length,
    parts.emits.length,
    parts.paraphrases.length,
    parts.phrases.length,
    parts.firstWords.length,
    parts.phraseWords.length,
    text.length,
  );
  const sections = [header, parts.transitions, parts.emits, parts.paraphrases, parts.phrases, parts.firstWords, parts.phraseWords, text];
  const file = new Uint8Array(sections.reduce((sum, section) => sum + section.byteLength, 0));
  let at = 0;
  for (const section of sections) {
    file.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), at);
    at += section.byteLength;
  }
  return file;
}

/** Nothing is copied or parsed but the words: the numbers are read where they lie. null when the bytes are no such table. */
export function openParaphraseTable(bytes: Uint8Array): ParaphraseTable | null {
  if (bytes.length < 4 * HEADER || bytes.byteOffset % 4 !== 0) return null;
  let at = bytes.byteOffset;
  const numbers = (count: number) => {
    const section = new Int32Array(bytes.buffer, at, count);
    at += 4 * count;
    return section;
  };
  const [magic, transitionCount, emitCount, paraphraseCount, phraseCount, firstWordCount, phraseWordCount, textLength] = numbers(HEADER);
  const size =
    4 * (HEADER + transitionCount + emitCount + paraphraseCount + phraseCount) + 2 * (firstWordCount + phraseWordCount) + textLength;
  if (magic !== MAGIC || bytes.length !== size) return null;
  const transitions = numbers(transitionCount);
  const emits = numbers(emitCount);
  const paraphrases = numbers(paraphraseCount);
  const phrases = numbers(phraseCount);
  const firstWords = new Uint16Array(bytes.buffer, at, firstWordCount);
  const phraseWords = new Uint16Array(bytes.buffer, at + 2 * firstWordCount, phraseWordCount);
  // A copy: memory that threads share is not decoded where it lies.
  const [id, ...words] = new TextDecoder().decode(new Uint8Array(bytes.subarray(bytes.length - textLength))).split('\n');
  const wordNumbers = new Map<string, number>();
  for (let i = 0; i < words.length; i++) wordNumbers.set(words[i], i);
  const slots = transitionCount / 3;

  function step(state: number, word: number): number {
    for (let slot = slotOf(state, word, slots); ; slot = (slot + 1) & (slots - 1)) {
      const owner = transitions[3 * slot];
      if (owner === NO_STATE) return NO_STATE;
      if (owner === state && transitions[3 * slot + 1] === word) return transitions[3 * slot + 2];
    }
  }

  /** Which words stand in the target: most paraphrases fall at their first word. */
  const present = new Uint8Array(words.length + 1);
  function mark(target: Int32Array, value: 0 | 1): void {
    for (let i = 0; i < target.length; i++) if (target[i] >= 0) present[target[i]] = value;
  }

  return {
    id,
    wordNumber: (word) => wordNumbers.get(word) ?? -1,
    phrases(source) {
      const found: FoundPhrase[] = [];
      for (let start = 0; start < source.length; start++) {
        let state = 0;
        for (let length = 1; start + length <= source.length; length++) {
          const word = source[start + length - 1];
          state = word < 0 ? NO_STATE : step(state, word);
          if (state === NO_STATE) break;
          if (emits[state + 1] > emits[state]) found.push({ start, length, state });
        }
      }
      return found;
    },
    match(sources, target, found) {
      mark(target, 1);
      for (const { start, length, state } of sources) {
        const end = emits[state + 1];
        for (let emit = emits[state]; emit < end; emit++) {
          if (present[firstWords[emit]] === 0) continue;
          const from = phrases[paraphrases[emit]];
          const size = phrases[paraphrases[emit] + 1] - from;
          for (let place = 0; place + size <= target.length; place++) {
            let same = 0;
            while (same < size && target[place + same] === phraseWords[from + same]) same++;
            if (same === size) found(start, length, place, size);
          }
        }
      }
      mark(target, 0);
    },
  };
}
