import { describe, expect, it } from 'vitest';
import { parseConllu } from './conllu.ts';

const row = (...columns: (string | number)[]) => columns.join('\t');
const TEXT = [
  '# sent_id = 1',
  "# text = They don't run.",
  row(1, 'They', 'they', 'PRON', 'PRP', '_', 4, 'nsubj:pass', '_', '_'),
  row('2-3', "don't", '_', '_', '_', '_', '_', '_', '_', '_'),
  row(2, 'do', 'do', 'AUX', 'VBP', '_', 4, 'aux', '_', '_'),
  row(3, "n't", 'not', 'PART', 'RB', '_', 4, 'advmod', '_', '_'),
  row('3.1', 'ghost', '_', '_', '_', '_', '_', '_', '_', '_'),
  row(4, 'run', 'run', 'VERB', 'VB', '_', 0, 'root', '_', 'SpaceAfter=No'),
  row(5, '.', '.', 'PUNCT', '.', '_', 4, 'punct', '_', '_'),
  '',
  '',
  row(1, 'Hi', 'hi', 'INTJ', 'UH', '_', 0, 'root', '_', '_'),
];

describe.each([
  ['\n', TEXT.join('\n')],
  ['\\r\\n', TEXT.join('\r\n')],
])('CoNLL-U with %s', (_, text) => {
  const [first, second] = parseConllu(text);
  it('gives words, own tags, lemmas, heads and relations without subtype', () => {
    expect(first.tokens[0]).toEqual({ form: 'They', lemma: 'they', tag: 'PRP', head: 4, relation: 'nsubj', spaceAfter: true });
  });
  it('passes over multiword tokens and empty nodes', () => {
    expect(first.tokens.map(({ form }) => form)).toEqual(['They', 'do', "n't", 'run', '.']);
  });
  it('knows where no space follows: by its note, and inside a multiword token', () => {
    expect(first.tokens.map(({ spaceAfter }) => spaceAfter)).toEqual([true, false, true, false, true]);
  });
  it('takes the text from its comment, else from the words', () => {
    expect([first.text, second.text]).toEqual(["They don't run.", 'Hi']);
  });
});
