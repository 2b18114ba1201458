import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../../../../test/shared.ts';
import { lemmatize } from '../../../../sensebench/src/nlp/word-forms/lemmatizer.ts';
import { tokenizeTreebank } from './tokenize-treebank.ts';

const path = sharedPath('data/ud-ewt/dev.conllu.gz');

interface GoldSentence {
  text: string;
  words: { form: string; lemma: string; tag: string; start: number; end: number }[];
}

/** Words with their offsets; the parts of a contraction that is not their concatenation have none (-1). */
function readGold(file: string): GoldSentence[] {
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .split('\n\n')
    .filter((block) => block.includes('# text = '))
    .map((block) => {
      const text = /^# text = (.*)$/m.exec(block)?.[1] ?? '';
      const words: GoldSentence['words'] = [];
      let at = 0;
      for (const line of block.split('\n')) {
        const [id, form, lemma, , tag] = line.split('\t');
        if (!/^\d+$/.test(id)) continue;
        while (/\s/.test(text[at] ?? '')) at++;
        const start = text.startsWith(form, at) ? at : -1;
        words.push({ form, lemma, tag, start, end: start + form.length });
        if (start >= 0) at += form.length;
      }
      return { text, words };
    });
}

describe.skipIf(path === null)('the dev part of the English Web Treebank', () => {
  const gold = path === null ? [] : readGold(path);

  it('is tokenized with an F1 of 99', () => {
    const sum = { right: 0, given: 0, found: 0 };
    for (const { text, words } of gold) {
      const spans = new Set(words.map(({ start, end }) => `${start} ${end}`));
      const tokens = tokenizeTreebank(text);
      sum.given += words.length;
      sum.found += tokens.length;
      sum.right += tokens.filter(({ start, end }) => spans.has(`${start} ${end}`)).length;
    }
    expect((2 * sum.right) / (sum.given + sum.found)).toBeGreaterThan(0.99);
  });

  it('is lemmatized to 98.5 %', () => {
    const words = gold.flatMap((sentence) => sentence.words);
    expect(words.filter(({ form, tag, lemma }) => lemmatize(form, tag) === lemma).length / words.length).toBeGreaterThan(0.985);
  });
});
