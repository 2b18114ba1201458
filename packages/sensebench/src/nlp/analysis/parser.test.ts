import type { WordInfos } from '@sensebench/metrics/internal/nlp/words/word-info.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { bestClass } from './parser.ts';
import { LEFT, ParserState, SHIFT } from './parser-state.ts';
import { loadEntityModels, loadTreeModels, type TreeModels } from './sentence-reader.ts';

describe('the shipped parser', () => {
  let models: TreeModels;
  let infos: WordInfos;
  beforeAll(async () => {
    models = await loadTreeModels();
    ({ infos } = await loadEntityModels());
  });
  const parse = (text: string) => {
    const words = text.split(' ').map((form) => infos.of(form));
    return models.parser.parse(words, models.tagger.tag(words));
  };

  it('finds subject, object and their words', () => {
    expect(parse('The dog chases a cat .')).toEqual([
      { head: 2, relation: 'det' },
      { head: 3, relation: 'nsubj' },
      { head: 0, relation: 'root' },
      { head: 5, relation: 'det' },
      { head: 3, relation: 'obj' },
      { head: 3, relation: 'punct' },
    ]);
  });
  it('always gives one tree with one root, whatever the words', () => {
    const word = fc.constantFrom('dog', 'the', 'chases', '.', '💥', 'ß', '');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.constantFrom('NN', 'DT', 'VBZ', '.', 'odd')), { maxLength: 12 }), (rows) => {
        const tree = models.parser.parse(
          rows.map(([form]) => infos.of(form)),
          rows.map(([, tag]) => tag),
        );
        expect(tree).toHaveLength(rows.length);
        expect(tree.filter(({ head }) => head === 0)).toHaveLength(rows.length === 0 ? 0 : 1);
        tree.forEach((_, i) => {
          let at = i + 1;
          for (let steps = 0; at !== 0; steps++) {
            expect(steps).toBeLessThanOrEqual(rows.length);
            at = tree[at - 1].head;
          }
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe('bestClass', () => {
  it('takes the best-scored class among those that are allowed', () => {
    // With two relations the classes are SHIFT, LEFT 0, LEFT 1, RIGHT 0, RIGHT 1.
    const scores = [1, 2, 3, 4, 9];
    const state = new ParserState();
    state.reset(2);
    expect(bestClass(state, scores, 2)).toBe(0);
    state.apply(SHIFT, 0);
    expect(bestClass(state, scores, 2)).toBe(2);
    expect(bestClass(state, [5, 2, 3, 4, 9], 2)).toBe(0);
    state.apply(SHIFT, 0);
    expect(bestClass(state, scores, 2)).toBe(4);
    state.reset(1);
    state.apply(SHIFT, 0);
    expect(bestClass(state, scores, 2)).toBe(2);
    state.apply(LEFT, 1);
    expect(state.done).toBe(true);
  });
});
