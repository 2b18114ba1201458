import { describe, expect, it } from 'vitest';
import { convertTree } from './convert.ts';

/** form/tag/head/relation, as ClearNLP has it. */
const heads = (rows: string) =>
  convertTree(
    rows.split(' ').map((row) => {
      const [form, tag, head, relation] = row.split('/');
      return { form, tag, head: Number(head), relation, start: 0, end: 0 };
    }),
  ).heads;

describe('ClearNLP trees towards Universal Dependencies', () => {
  it('lets the noun govern its preposition', () => {
    expect(heads('She/PRP/2/nsubj went/VBD/0/root to/TO/2/prep school/NN/3/pobj')).toEqual([2, 0, 4, 2]);
  });
  it('unfolds prepositions inside prepositional phrases', () => {
    expect(heads('top/NN/0/root of/IN/1/prep map/NN/2/pobj of/IN/3/prep Rome/NNP/4/pobj')).toEqual([0, 3, 1, 5, 3]);
  });
  it('makes the predicate the head of the copula', () => {
    expect(heads('Dogs/NNS/2/nsubj are/VBP/0/root loyal/JJ/2/acomp')).toEqual([3, 3, 0]);
    expect(heads('He/PRP/2/nsubj is/VBZ/0/root in/IN/2/prep Rome/NNP/3/pobj')).toEqual([4, 4, 4, 0]);
  });
  it('hangs all conjuncts on the first and the conjunction on the next', () => {
    expect(heads('cats/NNS/0/root ,/,/1/punct dogs/NNS/1/conj and/CC/3/cc birds/NNS/3/conj')).toEqual([0, 1, 1, 3, 1]);
  });
});
