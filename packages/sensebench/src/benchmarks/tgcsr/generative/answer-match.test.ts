import { loadWordNet } from '@sensebench/metrics/internal/nlp/words';
import { describe, expect, it } from 'vitest';
import { matchByClass } from './answer-match.ts';
import type { AnswerOption } from './match-answer.ts';

const wordnet = await loadWordNet();
const PICNIC: AnswerOption[] = [
  { id: '1', text: 'A cold soda', label: 'yes' },
  { id: '2', text: 'Strawberries', label: 'yes' },
  { id: '3', text: 'Beer', label: 'no' },
  { id: '4', text: 'Pack the basket', label: 'yes' },
  { id: '5', text: 'On the blanket', label: 'yes' },
  { id: '6', text: 'A bottle of milk', label: 'yes' },
  { id: '7', text: 'A van', label: null },
];
const match = (generated: string, steps = 3) => matchByClass(generated, PICNIC, { wordnet, steps });

describe('an abstract answer', () => {
  it.each([
    ['soft drinks', '1', 1],
    ['Some berries', '2', 1],
    ['edible fruit', '2', 2],
    ['a fruit', '2', 3],
    ['vessels', '6', 1],
  ])('"%s" is the class of answer %s, %i up', (generated, id, steps) => {
    expect(match(generated)).toMatchObject({ kind: 'abstract', answer: { id }, steps });
  });

  it('is not accepted beyond the limit', () => {
    expect(match('a fruit', 2)).toBeNull();
  });

  it.each([
    ['a drink', 'beer, which is refused, is a drink too'],
    ['a physical object', 'it says too little'],
    ['a thing', 'it says too little'],
    ['soda', 'it is the instance itself'],
    ['red berries', 'not every berry is meant'],
    ['cloth', '"On the blanket" is a place'],
    ['a vehicle', 'the label of the van is not known'],
    ['', 'nothing is said'],
  ])('"%s" is not: %s', (generated) => {
    expect(match(generated)).toBeNull();
  });
});
