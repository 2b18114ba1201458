import { describe, expect, it } from 'vitest';
import type { Token } from '../../packages/metrics/src/core/index.ts';
import { parseConllu } from '../conllu.ts';
import { paragraphsOf, scoreRawText } from './score-text.ts';

const row = (...columns: (string | number)[]) => columns.join('\t');
const TREEBANK = [
  '# newdoc id = a',
  '# text = Dogs bark.',
  row(1, 'Dogs', 'dog', 'NOUN', 'NNS', '_', 2, 'nsubj', '_', '_'),
  row(2, 'bark', 'bark', 'VERB', 'VBP', '_', 0, 'root', '_', 'SpaceAfter=No'),
  row(3, '.', '.', 'PUNCT', '.', '_', 2, 'punct', '_', '_'),
  '',
  '# text = Go!',
  row(1, 'Go', 'go', 'VERB', 'VB', '_', 0, 'root', '_', 'SpaceAfter=No'),
  row(2, '!', '!', 'PUNCT', '.', '_', 1, 'punct', '_', '_'),
  '',
  '# newpar id = b',
  row(1, 'Yes', 'yes', 'INTJ', 'UH', '_', 0, 'root', '_', '_'),
  '',
].join('\n');

const token = (text: string, start: number, tag: string, lemma: string, head: number, relation: string): Token => ({
  text,
  start,
  end: start + text.length,
  tag,
  lemma,
  head,
  relation,
});

describe('scores of raw text', () => {
  const paragraphs = paragraphsOf(parseConllu(TREEBANK));
  const first = [
    token('Dogs', 0, 'NNS', 'dog', 2, 'nsubj'),
    token('bark', 5, 'VBP', 'bark', 0, 'root'),
    token('.', 9, '.', '.', 2, 'punct'),
    token('Go', 11, 'VB', 'go', 0, 'root'),
    token('!', 13, '.', '!', 4, 'punct'),
  ];
  const second = [token('Yes', 0, 'UH', 'yes', 0, 'root')];

  it('puts the sentences of a paragraph together as they were written', () => {
    expect(paragraphs.map(({ text }) => text)).toEqual(['Dogs bark. Go!', 'Yes']);
  });
  it('are 1 where all is right', () => {
    expect(scoreRawText(paragraphs, [first, second])).toEqual({ words: 1, tags: 1, lemmas: 1, uas: 1, las: 1 });
  });
  it('count a wrong cut as a mistake on both sides, and for the words that hang on it', () => {
    // "bark." as one word: 4 of 6 given words are found among 5, and "Dogs" hangs on a word that is not there.
    const cut = [
      token('Dogs', 0, 'NNS', 'dog', 2, 'nsubj'),
      token('bark.', 5, 'VBP', 'bark', 0, 'root'),
      token('Go', 11, 'VB', 'go', 0, 'dep'),
      token('!', 13, ':', '!', 3, 'punct'),
    ];
    const scores = scoreRawText(paragraphs, [cut, second]);
    expect(scores.words).toBeCloseTo(8 / 11, 12);
    expect(scores.tags).toBeCloseTo(6 / 11, 12);
    expect(scores.uas).toBeCloseTo(6 / 11, 12);
    expect(scores.las).toBeCloseTo(4 / 11, 12);
  });
});
