import type { Analysis, Token } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { conlluLines, universalTag } from './conllu-lines.ts';

/** Words as `text|tag|lemma|head|relation`. */
function analysis(text: string, words: string, entities: Analysis['entities'] = []): Analysis {
  let at = 0;
  const tokens = words.split(' ').map((word): Token => {
    const [own, tag, lemma, head, relation] = word.split('|');
    const start = text.indexOf(own, at);
    at = start + own.length;
    return { text: own, start, end: at, tag, lemma, head: Number(head), relation };
  });
  return { text, tokens, entities };
}

describe('conlluLines', () => {
  it('writes a sentence for each tree, with heads counted in it', () => {
    const read = analysis(
      'Dogs run. It is 5 p.m.',
      'Dogs|NNS|dog|2|nsubj run|VBP|run|0|root .|.|.|2|punct It|PRP|it|7|nsubj is|VBZ|be|7|cop 5|CD|5|7|nummod p.m.|NN|p.m.|0|root',
      [{ text: '5 p.m.', type: 'TIME', start: 16, end: 22 }],
    );
    expect(conlluLines(read, { name: '7' }).map((line) => line.replaceAll('\t', ' '))).toEqual([
      '# sent_id = 7-1',
      '# text = Dogs run.',
      '1 Dogs dog NOUN NNS _ 2 nsubj _ _',
      '2 run run VERB VBP _ 0 root _ SpaceAfter=No',
      '3 . . PUNCT . _ 2 punct _ _',
      '',
      '# sent_id = 7-2',
      '# text = It is 5 p.m.',
      '1 It it PRON PRP _ 4 nsubj _ _',
      '2 is be AUX VBZ _ 4 cop _ _',
      '3 5 5 NUM CD _ 4 nummod _ ner=B-TIME',
      '4 p.m. p.m. NOUN NN _ 0 root _ ner=I-TIME',
      '',
    ]);
  });

  it('writes nothing for a text without words', () => {
    expect(conlluLines({ text: ' ', tokens: [], entities: [] }, { name: '1' })).toEqual([]);
  });
});

describe('universalTag', () => {
  it.each([
    ['VBZ', 'be', 'cop', 'AUX'],
    ['VBZ', 'run', 'root', 'VERB'],
    ['IN', 'because', 'mark', 'SCONJ'],
    ['IN', 'in', 'case', 'ADP'],
    ['TO', 'to', 'mark', 'PART'],
    ['DT', 'this', 'nsubj', 'PRON'],
    ['DT', 'the', 'det', 'DET'],
    ['RB', 'not', 'advmod', 'PART'],
    ['NN', 'something', 'obj', 'PRON'],
    ['-LRB-', '(', 'punct', 'PUNCT'],
    ['??', 'x', 'dep', 'X'],
  ])('of %s (%s, %s) is %s', (tag, lemma, relation, expected) => {
    expect(universalTag({ tag, lemma, relation })).toBe(expected);
  });
});
