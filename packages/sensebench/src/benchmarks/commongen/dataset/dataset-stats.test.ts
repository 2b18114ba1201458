import { describe, expect, it } from 'vitest';
import { proveUnseen } from './dataset-stats.ts';

const rows = (...sets: string[]) => sets.map((set) => ({ concept_set: set, scene: [] }));

describe('the proof of what is unseen', () => {
  it('looks every composition up in train, whatever the order of its concepts', () => {
    const proof = proveUnseen({ train: rows('dog#run#park', 'cat#sit#mat'), dev: rows('park#dog#cat'), test: rows('mat#run#sun#moon') });
    expect(proof.dev).toEqual({
      concepts: { checked: 3, inTrain: 3, examples: ['cat', 'dog', 'park'] },
      pairs: { checked: 3, inTrain: 1, examples: ['dog#park'] },
      triples: { checked: 1, inTrain: 0, examples: [] },
    });
    expect(proof.test.pairs).toEqual({ checked: 6, inTrain: 0, examples: [] });
    expect(proof.test.concepts).toMatchObject({ checked: 4, inTrain: 2 });
  });
});
