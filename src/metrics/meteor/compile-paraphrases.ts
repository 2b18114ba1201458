/** Turns METEOR's paraphrase file (three lines each: probability, phrase, paraphrase) into the table that loads at once. */
import { InputError } from '../../core/errors.ts';
import { createGrowingList } from '../../core/growing-list.ts';
import { slotOf, writeParaphraseTable } from './paraphrase-table.ts';

const MAX_WORDS = 0x10000;

/** `batches` are the lines of the file in their order, as many at a time as is convenient. */
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
        throw new InputError('is no probability', { line, expected: 'a number, a phrase and its paraphrase in three lines' });
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

  const trie = createTrie();
  const stateOfPhrase = new Int32Array(phrases.all.length).fill(-1);
  const sourceNumbers = sources.finish();
  for (const phrase of sourceNumbers) if (stateOfPhrase[phrase] < 0) stateOfPhrase[phrase] = trie.add(phraseWords[phrase]);

  // A counting sort by state keeps the order of the file within a phrase: METEOR tries paraphrases in that order.
  const emits = new Int32Array(trie.size() + 1);
  for (const phrase of sourceNumbers) emits[stateOfPhrase[phrase] + 1]++;
  for (let state = 0; state < trie.size(); state++) emits[state + 1] += emits[state];
  const next = emits.slice();
  const paraphrases = new Int32Array(sourceNumbers.length);
  const targetNumbers = targets.finish();
  for (let i = 0; i < sourceNumbers.length; i++) paraphrases[next[stateOfPhrase[sourceNumbers[i]]]++] = targetNumbers[i];

  const starts = new Int32Array(phraseWords.length + 1);
  for (let i = 0; i < phraseWords.length; i++) starts[i + 1] = starts[i] + phraseWords[i].length;
  const flat = new Uint16Array(starts[phraseWords.length]);
  for (let i = 0; i < phraseWords.length; i++) flat.set(phraseWords[i], starts[i]);

  const firstWords = Uint16Array.from(paraphrases, (phrase) => flat[starts[phrase]]);

  return writeParaphraseTable({
    id,
    words: words.all,
    transitions: trie.transitions(),
    emits,
    paraphrases,
    firstWords,
    phrases: starts,
    phraseWords: flat,
  });
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

function createTrie(): { add(words: readonly number[]): number; size(): number; transitions(): Int32Array } {
  const next = new Map<number, number>();
  const origins: number[] = [];
  const labels: number[] = [];
  return {
    add(words) {
      let state = 0;
      for (const word of words) {
        const key = state * MAX_WORDS + word;
        let target = next.get(key);
        if (target === undefined) {
          origins.push(state);
          target = labels.push(word);
          next.set(key, target);
        }
        state = target;
      }
      return state;
    },
    size: () => labels.length + 1,
    transitions() {
      let slots = 4;
      while (slots < 2 * labels.length) slots *= 2;
      const table = new Int32Array(3 * slots).fill(-1);
      for (let i = 0; i < labels.length; i++) {
        let slot = slotOf(origins[i], labels[i], slots);
        while (table[3 * slot] !== -1) slot = (slot + 1) & (slots - 1);
        table.set([origins[i], labels[i], i + 1], 3 * slot);
      }
      return table;
    },
  };
}
