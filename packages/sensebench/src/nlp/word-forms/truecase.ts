/** Restores capitals of lower-cased sentences by the most frequent spelling of a word, if possible between its neighbours. */
import type { Truecaser } from '@sensebench/metrics/internal/core';
import { tokenizeTreebank } from '@sensebench/metrics/internal/nlp/tokens/tokenize-treebank.ts';
import { readWeights } from '@sensebench/metrics/internal/nlp/weights';

/** Spellings by lower-cased key: `word`, `word next` after a NEXT mark, `before word` after a BEFORE mark. */
export type CaseTable = ReadonlyMap<string, string>;

export const NEXT = '>';
export const BEFORE = '<';

export function createTruecaser(table: CaseTable): Truecaser {
  return {
    restore(text) {
      const tokens = tokenizeTreebank(text);
      const lower = tokens.map((token) => token.text.toLowerCase());
      let out = '';
      let at = 0;
      let starts = true;
      for (const [i, token] of tokens.entries()) {
        let form = chooseCase(table, lower[i], { before: lower[i - 1], next: lower[i + 1] });
        if (starts && /^\p{L}/u.test(form)) {
          if (form === lower[i]) form = capitalize(form);
          starts = false;
        }
        if (/^[.!?]+$/.test(token.text)) starts = true;
        // Some letters change their length with their case ("ß"), or do not find back from it ("ς"): then the text keeps its own.
        const sameWord = form.length === token.text.length && form.toLowerCase() === lower[i];
        out += text.slice(at, token.start) + (sameWord ? form : token.text);
        at = token.end;
      }
      return out + text.slice(at);
    },
  };
}

/** The spelling of a lower-cased word between its neighbours. */
function chooseCase(table: CaseTable, word: string, { before = '', next = '' }: { before?: string; next?: string }): string {
  return table.get(`${NEXT}${word} ${next}`) ?? table.get(`${BEFORE}${before} ${word}`) ?? table.get(word) ?? word;
}

function capitalize(word: string): string {
  return word[0].toUpperCase() + word.slice(1);
}

/** The truecaser that the project ships. */
export function loadTruecaser(): Truecaser {
  const table = new Map<string, string>();
  for (const line of readWeights('truecase/cases.tsv.gz').toString('utf8').split('\n')) {
    const [key, form] = line.split('\t');
    // Most words differ from their key by a capital at the start; those are written without their form.
    if (key !== '') table.set(key, form ?? capitalize(key));
  }
  return createTruecaser(table);
}
