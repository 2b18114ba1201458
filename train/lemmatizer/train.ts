/** Learns exceptions.tsv.gz: what the English Web Treebank's lemmas are where the rules of nlp/word-forms/lemmatizer.ts say otherwise. */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { loadWordNet } from '../../packages/metrics/src/nlp/words/wordnet.ts';
import { createRuleLemmatizer, isName, type Lemmatizer, withTable } from '../../packages/sensebench/src/nlp/word-forms/lemmatizer.ts';
import type { TreeSentence } from '../conllu.ts';
import { readTreebank } from '../corpora.ts';

const rules = createRuleLemmatizer(await loadWordNet());
const train = readTreebank('train');
const table = learn(train, rules);
const lines = [...table].map(([key, lemma]) => `${key}\t${lemma}`).sort((a, b) => (a < b ? -1 : 1));
const packed = gzipSync(`${lines.join('\n')}\n`, { level: 9 });
writeFileSync(fileURLToPath(new URL('../../packages/sensebench/weights/lemmatizer/exceptions.tsv.gz', import.meta.url)), packed);
const dev = readTreebank('dev');
console.log({
  entries: lines.length,
  bytes: packed.length,
  rulesOnDev: accuracy(dev, rules),
  lemmatizerOnDev: accuracy(dev, withTable(rules, table)),
});
if (process.argv.includes('--errors')) printErrors(dev, withTable(rules, table));

/** The majority lemma of each (form, tag); a lower-cased form serves all spellings that agree with it. */
function learn(sentences: readonly TreeSentence[], rule: Lemmatizer): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  const count = (key: string, lemma: string) => {
    const lemmas = counts.get(key) ?? new Map<string, number>();
    lemmas.set(lemma, (lemmas.get(lemma) ?? 0) + 1);
    counts.set(key, lemmas);
  };
  for (const { tokens } of sentences) {
    for (const { form, tag, lemma } of tokens) {
      if (lemma === '_') continue;
      count(`${form}\t${tag}`, lemma);
      if (form !== form.toLowerCase() && !isName(tag)) count(`${form.toLowerCase()}\t${tag}`, lemma);
    }
  }
  const learned = new Map<string, string>();
  const keys = [...counts.keys()].sort((a, b) => Number(a !== a.toLowerCase()) - Number(b !== b.toLowerCase()));
  for (const key of keys) {
    const [form, tag] = key.split('\t');
    const best = [...(counts.get(key) ?? [])].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0];
    const said = (isName(tag) ? undefined : learned.get(`${form.toLowerCase()}\t${tag}`)) ?? rule(form, tag);
    // A word that is a plural or tense of itself once is a slip; twice it is a habit.
    if (best && best[0] !== said && (best[1] > 1 || !isSlip(form, best[0]))) learned.set(key, best[0]);
  }
  return learned;
}

/** A lemma that starts otherwise than its form corrects a typing error. */
function isSlip(form: string, lemma: string): boolean {
  return form[0].toLowerCase() !== lemma[0].toLowerCase();
}

function accuracy(sentences: readonly TreeSentence[], lemmatizer: Lemmatizer): number {
  const tokens = sentences.flatMap((sentence) => sentence.tokens);
  return tokens.filter(({ form, tag, lemma }) => lemmatizer(form, tag) === lemma).length / tokens.length;
}

function printErrors(sentences: readonly TreeSentence[], lemmatizer: Lemmatizer): void {
  const errors = new Map<string, number>();
  for (const { form, tag, lemma } of sentences.flatMap((sentence) => sentence.tokens)) {
    const said = lemmatizer(form, tag);
    const key = `${form} ${tag}: ${said}, should be ${lemma}`;
    if (said !== lemma) errors.set(key, (errors.get(key) ?? 0) + 1);
  }
  for (const [error, times] of [...errors].sort((a, b) => b[1] - a[1])) console.log(times, error);
}
