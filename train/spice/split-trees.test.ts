import { describe, expect, it } from 'vitest';
import { headIndex } from './head-rules.ts';
import { type BinaryNode, binarize, readTree } from './split-trees.ts';

const labels = (node: BinaryNode | undefined): string[] =>
  node === undefined ? [] : [node.label, ...labels(node.left), ...labels(node.right)];
const statesOf = (text: string) => labels(binarize(readTree(text), (state) => `@${state.join('|')}`));

describe('state splits', () => {
  it('name the parent, base noun phrases, verb forms, auxiliaries and phrases with a verb in them', () => {
    const states = statesOf('(ROOT (S (NP (NP (DT a) (NN man)) (VP (VBG eating))) (VP (VBZ is) (ADJP (JJ old)))))');
    for (const state of ['NP-v^S', 'NP-B^NP', 'VP-VBG^NP', 'VP-F^S', 'VBZ-BE^VP', 'ADJP^VP', 'DT^NP', 'S^ROOT'])
      expect(states).toContain(state);
  });

  it('tell prepositions apart by what stands above their phrase', () => {
    expect(statesOf('(ROOT (NP (NP (DT all)) (PP (IN of) (NP (PRP us)))))')).toEqual(
      expect.arrayContaining(['IN^PP^NP', 'DT-U^NP', 'NP-B^PP', 'PRP^NP']),
    );
  });

  it('grow phrases from the head, to the right first', () => {
    expect(statesOf('(ROOT (VP (ADVP (RB now)) (VBG put) (NP (NN tea)) (PP (IN on) (NP (NN ice)))))')).toEqual(
      expect.arrayContaining(['@VP-VBG^ROOT|VBG|>|NP-B', '@VP-VBG^ROOT|VBG|>|PP|NP-B', 'VP-VBG^ROOT']),
    );
  });
});

describe('heads', () => {
  it.each([
    ['NP', ['DT', 'NN', 'NN'], 2],
    ['NP', ['NP', 'PP'], 0],
    ['VP', ['ADVP', 'VBZ', 'NP'], 1],
    ['SBAR', ['IN', 'S'], 0],
  ])('%s of %j', (phrase, children, head) => {
    expect(headIndex(phrase, children)).toBe(head);
  });
});
