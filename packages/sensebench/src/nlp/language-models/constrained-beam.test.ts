import { describe, expect, it } from 'vitest';
import { constrainedBeamSearch, type NextTokenScorer } from './constrained-beam.ts';
import { ngramScorer, trainNgramModel } from './ngram-model.ts';

const TEXT = [
  'a dog runs in the park',
  'a man throws a frisbee to the dog',
  'the dog catches the frisbee in the park',
  'a boy plays with a ball on the beach',
  'the girl catches a ball',
  'two dogs are running on the beach',
].map((line) => line.split(' '));
const scorer = ngramScorer(trainNgramModel(TEXT));
const phrase = (...forms: string[]) => forms.map((form) => form.split(' '));

describe('constrained beam search', () => {
  it('writes every concept, in any of its forms', async () => {
    const constraints = [phrase('dog', 'dogs'), phrase('catch', 'catches'), phrase('frisbee'), phrase('park', 'parks')];
    const [best] = await constrainedBeamSearch(scorer, constraints, { beam: 20, maxLength: 15, stop: 'best' });
    expect(best.met).toEqual([true, true, true, true]);
    for (const forms of constraints) expect(forms.some(([form]) => best.tokens.includes(form))).toBe(true);
    expect(best.tokens.join(' ')).toBe('the dog catches the frisbee in the park');
  });

  it('writes phrases whole', async () => {
    const [best] = await constrainedBeamSearch(scorer, [phrase('on the beach'), phrase('ball')], { beam: 12 });
    expect(best.tokens.join(' ')).toContain('on the beach');
    expect(best.tokens).toContain('ball');
  });

  it('forces words that the model never saw', async () => {
    const [best] = await constrainedBeamSearch(scorer, [phrase('zebra')], { beam: 8 });
    expect(best.tokens).toContain('zebra');
  });

  it('is greedy search with a beam of one and no constraint, and gives the same twice', async () => {
    const first = await constrainedBeamSearch(scorer, [], { beam: 1, maxLength: 10 });
    expect(first).toHaveLength(1);
    expect(await constrainedBeamSearch(scorer, [], { beam: 1, maxLength: 10 })).toEqual(first);
  });

  it('sums the scores of the tokens it writes', async () => {
    const model = trainNgramModel(TEXT);
    for (const result of await constrainedBeamSearch(scorer, [phrase('girl', 'girls')], { beam: 6 })) {
      expect(result.logprob).toBeCloseTo(model.logprob(result.tokens), 8);
    }
  });

  it('says what is missing when the limit is too short', async () => {
    const [best] = await constrainedBeamSearch(scorer, [phrase('dog'), phrase('park'), phrase('ball')], { beam: 6, maxLength: 2 });
    expect(best.met.filter(Boolean)).toHaveLength(2);
  });

  it('never ends before the constraints are met, whatever the scorer prefers', async () => {
    const eager: NextTokenScorer = {
      vocabulary: ['</s>', 'a', 'b', 'c'],
      end: '</s>',
      hidden: new Set(),
      unknown: 1,
      score: async (prefixes) => prefixes.map(() => [Math.log(0.97), Math.log(0.01), Math.log(0.01), Math.log(0.01)]),
    };
    const results = await constrainedBeamSearch(eager, [phrase('b c'), phrase('a')], { beam: 5, maxLength: 6 });
    for (const { tokens } of results) expect(tokens.join(' ')).toMatch(/^(?=.*b c)(?=.*a)/);
  });
});
