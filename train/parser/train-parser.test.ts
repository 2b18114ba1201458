import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../packages/metrics/src/core/index.ts';
import { WordInfos } from '../../packages/metrics/src/nlp/words/word-info.ts';
import { Parser } from '../../packages/sensebench/src/nlp/analysis/parser.ts';
import { type ParserExample, trainParser } from './train-parser.ts';

const infos = new WordInfos();
const example = (rows: string): ParserExample => {
  const columns = rows.split(' ').map((row) => row.split('/'));
  return {
    words: columns.map(([form]) => infos.of(form)),
    tags: columns.map(([, tag]) => tag),
    heads: columns.map(([, , head]) => Number(head)),
    relations: columns.map(([, , , relation]) => relation),
  };
};
const EXAMPLES = [
  'The/DT/2/det dog/NN/3/nsubj barks/VBZ/0/root ././3/punct',
  'A/DT/2/det cat/NN/3/nsubj chases/VBZ/0/root the/DT/5/det mouse/NN/3/obj ././3/punct',
  'The/DT/2/det bird/NN/3/nsubj sings/VBZ/0/root in/IN/6/case the/DT/6/det tree/NN/3/obl ././3/punct',
].map(example);
const parser = new Parser(trainParser(EXAMPLES, { epochs: 8, random: createRandom(1), minUpdates: 1 }));

describe('parser', () => {
  it('learns the trees it is trained on, with any set of relations', () => {
    for (const { words, tags, heads, relations } of EXAMPLES) {
      const tree = parser.parse(words, tags);
      expect(tree.map(({ head }) => head)).toEqual(heads);
      expect(tree.map(({ relation }) => relation)).toEqual(relations);
    }
  });
  it('always gives one tree with one root, whatever the words', () => {
    const word = fc.constantFrom('dog', 'the', 'chases', '.', '💥', 'ß', '');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.constantFrom('NN', 'DT', 'VBZ', '.', 'odd')), { maxLength: 12 }), (rows) => {
        const tree = parser.parse(
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
