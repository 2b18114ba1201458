/** Learns cases.tsv.gz, the table of nlp/word-forms/truecase.ts, from the English Web Treebank, the silver sentences and WordNet's names. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { tokenizeTreebank } from '../../packages/metrics/src/nlp/tokens/tokenize-treebank.ts';
import { type FullWordNet, loadWordNet } from '../../packages/metrics/src/nlp/words/wordnet.ts';
import { BEFORE, type CaseTable, createTruecaser, NEXT } from '../../packages/sensebench/src/nlp/word-forms/truecase.ts';
import { dataPath, readTreebank } from '../corpora.ts';

/** A pair of words must be seen this often before it overrules the word alone. */
const PAIR_TIMES = 3;

const dev = readTreebank('dev').map((sentence) => sentence.text);
const held = new Set(dev);
const silver = gunzipSync(readFileSync(dataPath('silver/sentences.jsonl.gz')))
  .toString('utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => (JSON.parse(line) as { text: string }).text);
const texts = [...new Set([...readTreebank('train').map((sentence) => sentence.text), ...silver])].filter((text) => !held.has(text));

const counts = new Map<string, Map<string, number>>();
function count(key: string, form: string): void {
  const forms = counts.get(key) ?? new Map<string, number>();
  forms.set(form, (forms.get(form) ?? 0) + 1);
  counts.set(key, forms);
}
for (const text of texts) {
  const forms = tokenizeTreebank(text).map((token) => token.text);
  // Shouted and lower-cased lines teach nothing.
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters === letters.toUpperCase() || letters === letters.toLowerCase()) continue;
  let starts = true;
  for (const [i, form] of forms.entries()) {
    if (/^[.!?:"“]+$/.test(form)) starts = true;
    else if (/\p{L}/u.test(form)) {
      const word = form.toLowerCase();
      if (!starts && word.length === form.length) {
        count(word, form);
        if (i + 1 < forms.length) count(`${NEXT}${word} ${forms[i + 1].toLowerCase()}`, form);
        if (i > 0) count(`${BEFORE}${forms[i - 1].toLowerCase()} ${word}`, form);
      }
      starts = false;
    }
  }
}

const table = new Map<string, string>();
const best = (forms: ReadonlyMap<string, number>) => [...forms].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0];
const keys = [...counts.keys()].sort((a, b) => (a < b ? -1 : 1));
for (const key of keys) {
  const [form] = best(counts.get(key) as Map<string, number>);
  if (!/^[<>]/.test(key) && form !== key) table.set(key, form);
}
addWordNetNames(table, await loadWordNet());
for (const key of keys.filter((candidate) => /^[<>]/.test(candidate))) {
  const [form, times] = best(counts.get(key) as Map<string, number>);
  const word = form.toLowerCase();
  if (times >= PAIR_TIMES && form !== (table.get(word) ?? word)) table.set(key, form);
}

/** Words that WordNet writes with a capital in every sense, and the text never showed. */
function addWordNetNames(known: Map<string, string>, wordnet: FullWordNet): void {
  const spellings = new Map<string, Set<string>>();
  for (let synset = 0; synset < wordnet.size; synset++) {
    for (const word of wordnet.words(synset)) {
      if (!/^[A-Za-z]{3,}$/.test(word)) continue;
      const seen = spellings.get(word.toLowerCase()) ?? new Set<string>();
      spellings.set(word.toLowerCase(), seen.add(word));
    }
  }
  for (const [word, forms] of spellings) {
    const [only] = forms;
    if (forms.size === 1 && only !== word && !counts.has(word)) known.set(word, only);
  }
}

const lines = [...table]
  .sort((a, b) => (a[0] < b[0] ? -1 : 1))
  .map(([key, form]) => (form === key[0].toUpperCase() + key.slice(1) ? key : `${key}\t${form}`));
const packed = gzipSync(`${lines.join('\n')}\n`, { level: 9 });
writeFileSync(fileURLToPath(new URL('../../packages/sensebench/weights/truecase/cases.tsv.gz', import.meta.url)), packed);
console.log({ texts: texts.length, entries: lines.length, bytes: packed.length, ...score(dev, table) });

/** Words of mixed-case sentences, lower-cased and restored: how many are right, and precision and recall of the capitals. */
function score(sentences: readonly string[], cases: CaseTable) {
  const truecaser = createTruecaser(cases);
  const result = { words: 0, right: 0, written: 0, found: 0, gold: 0 };
  for (const text of sentences) {
    const small = text.toLowerCase();
    if (small.length !== text.length || text === small || text === text.toUpperCase()) continue;
    const restored = truecaser.restore(small);
    for (const { start, end, text: form } of tokenizeTreebank(text)) {
      if (!/\p{L}/u.test(form)) continue;
      const said = restored.slice(start, end);
      result.words++;
      if (said === form) result.right++;
      if (said !== said.toLowerCase()) result.written++;
      if (form !== form.toLowerCase()) result.gold++;
      if (said === form && form !== form.toLowerCase()) result.found++;
    }
  }
  return { accuracy: result.right / result.words, precision: result.found / result.written, recall: result.found / result.gold };
}
