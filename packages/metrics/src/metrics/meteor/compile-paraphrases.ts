/** Compiles METEOR's paraphrase file (three lines each: probability, phrase, paraphrase) into a table that loads instantly. */
import { createGrowingList, InputError } from '../../core/index.ts';
import { writeParaphraseTable } from './paraphrase-table.ts';

const MAX_WORDS = 0xffff;

/** `batches` are the lines of the file in order, in batches of any size. */
export async function compileParaphrases(batches: AsyncIterable<readonly string[]>, { id }: { id: string }): Promise<Uint8Array> {
  const words = createNumbering();
  const phrases = createNumbering();
  const sources = createGrowingList(1 << 16);
  const targets = createGrowingList(1 << 16);

  let line = 0;
  let source = '';
  for await (const batch of batches) {
    for (const text of batch) {
      const part = line++ % 3;
      if (part === 0 && !/^[0-9]/.test(text))
        throw new InputError('is not a probability', { line, expected: 'a number, a phrase and its paraphrase in three lines' });
      if (part === 1) source = text;
      if (part === 2) {
        sources.push(phrases.of(source));
        targets.push(phrases.of(text));
      }
    }
  }
  if (line === 0 || line % 3 !== 0) throw new InputError(`${line} lines`, { line, expected: 'three lines for each paraphrase' });

  const phraseWords = phrases.all.map((phrase) =>
    phrase
      .split(/[ \t\r\f]+/)
      .filter((word) => word !== '')
      .map((word) => words.of(word)),
  );
  if (words.all.length > MAX_WORDS) throw new InputError(`${words.all.length} different words`, { expected: `at most ${MAX_WORDS}` });

  const sourceNumbers = sources.finish();
  const { order, firsts } = orderWords(
    words.all.length,
    Array.from(new Set(sourceNumbers), (phrase) => phraseWords[phrase]),
  );
  const numbers = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) numbers[order[i]] = i;
  for (const phrase of phraseWords) for (let i = 0; i < phrase.length; i++) phrase[i] = numbers[phrase[i]];

  const trie = createTrie();
  const stateOfPhrase = new Int32Array(phrases.all.length).fill(-1);
  for (const phrase of sourceNumbers) if (stateOfPhrase[phrase] < 0) stateOfPhrase[phrase] = trie.add(phraseWords[phrase]);
  const { children, labels, numberOf } = trie.finish();

  // A counting sort by state preserves the order of the file within a phrase, in which METEOR tries paraphrases.
  const targetNumbers = targets.finish();
  const emits = new Int32Array(labels.length + 1);
  const stateOf = (i: number) => numberOf[stateOfPhrase[sourceNumbers[i]]];
  for (let i = 0; i < sourceNumbers.length; i++) emits[stateOf(i) + 1] += sizeOf(phraseWords[targetNumbers[i]]);
  for (let state = 0; state < labels.length; state++) emits[state + 1] += emits[state];
  const next = emits.slice();
  const paraphrases = new Uint16Array(emits[labels.length]);
  for (let i = 0; i < sourceNumbers.length; i++) {
    const phrase = phraseWords[targetNumbers[i]];
    if (phrase.length > 0) paraphrases.set([phrase.length, ...phrase], next[stateOf(i)]);
    next[stateOf(i)] += sizeOf(phrase);
  }
  return writeParaphraseTable({ id, words: order.map((word) => words.all[word]), firsts, children, labels, emits, paraphrases });
}

/** Paraphrases without words match nothing and are left out. */
function sizeOf(phrase: readonly number[]): number {
  return phrase.length > 0 ? phrase.length + 1 : 0;
}

/** Words that start phrases come first, the most frequent ones at the front, so that the part most texts need is contiguous in the file. */
function orderWords(count: number, phrases: Iterable<readonly number[]>): { order: number[]; firsts: number } {
  const begun = new Int32Array(count);
  for (const phrase of phrases) if (phrase.length > 0) begun[phrase[0]]++;
  const order = Array.from(begun.keys()).sort((a, b) => begun[b] - begun[a] || a - b);
  return { order, firsts: begun.filter((phrases) => phrases > 0).length };
}

function createNumbering(): { of(text: string): number; all: string[] } {
  const numbers = new Map<string, number>();
  const all: string[] = [];
  return {
    all,
    of(text) {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, all.length);
      return all.push(text) - 1;
    },
  };
}

interface FinishedTrie {
  children: Int32Array;
  labels: Uint16Array;
  /** From the number of a state while the trie grew to its number in these arrays. */
  numberOf: Int32Array;
}

function createTrie(): { add(words: readonly number[]): number; finish(): FinishedTrie } {
  const next = new Map<number, number>();
  /** By state, its children in order of insertion. */
  const states: { label: number; children: number[] }[] = [{ label: 0, children: [] }];
  return {
    add(words) {
      let state = 0;
      for (const word of words) {
        const key = state * (MAX_WORDS + 1) + word;
        let target = next.get(key);
        if (target === undefined) {
          target = states.push({ label: word, children: [] }) - 1;
          states[state].children.push(target);
          next.set(key, target);
        }
        state = target;
      }
      return state;
    },
    finish() {
      const order = [0];
      const children = new Int32Array(states.length + 1);
      for (let i = 0; i < order.length; i++) {
        children[i] = order.length;
        for (const child of states[order[i]].children.sort((a, b) => states[a].label - states[b].label)) order.push(child);
      }
      children[states.length] = states.length;
      const numberOf = new Int32Array(states.length);
      for (let i = 0; i < order.length; i++) numberOf[order[i]] = i;
      return { children, labels: Uint16Array.from(order, (state) => states[state].label), numberOf };
    },
  };
}
