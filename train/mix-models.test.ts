import { describe, expect, it } from 'vitest';
import { createRandom } from '../packages/metrics/src/core/index.ts';
import { SparseModel } from '../packages/metrics/src/nlp/linear-models/sparse-model.ts';
import { WordInfos } from '../packages/metrics/src/nlp/words/word-info.ts';
import { Parser } from '../packages/sensebench/src/nlp/analysis/parser.ts';
import { mixModels } from './mix-models.ts';
import { type ParserExample, trainParser } from './parser/train-parser.ts';
import { encodeFeatures } from './perceptron.ts';

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

describe('mixed models', () => {
  it('adds the weights after bringing the models to one size', () => {
    const model = (weights: number[]) =>
      encodeFeatures([{ key: 5, entries: weights.map((weight, cls) => ({ cls, weight })) }], { kind: 'x', labels: ['a', 'b'] });
    const mixed = SparseModel.decode(mixModels([model([1, -1]), model([500, 500])], 'x'), 'x');
    const scores = new Int32Array(2);
    mixed.score(Int32Array.of(5), 1, scores);
    expect(scores[0]).toBeGreaterThan(1000);
    expect(scores[1]).toBe(0);
  });
  it('keeps apart relations that only one parser knows', () => {
    const subject = example('dogs/NNS/2/nsubj bark/VBP/0/root');
    const object = example('eat/VB/0/root fish/NN/1/obj');
    const train = (examples: ParserExample[]) => trainParser(examples, { epochs: 5, random: createRandom(1), minUpdates: 1 });
    const parser = new Parser(mixModels([train([subject]), train([subject, object])], 'parser'));
    expect(parser.relations).toEqual(['nsubj', 'obj', 'root']);
    for (const { words, tags, heads, relations } of [subject, object]) {
      const tree = parser.parse(words, tags);
      expect(tree.map(({ head }) => head)).toEqual(heads);
      expect(tree.map(({ relation }) => relation)).toEqual(relations);
    }
  });
});
