import { describe, expect, it } from 'vitest';
import { score } from './score.ts';
import { textScorer } from './text-scorer.ts';

const output = 'A dog runs through deep snow.';
const expected = ['A dog is running through the snow.', 'The brown dog runs in deep snow.'];

describe('textScorer', () => {
  it.each(['bleu4', 'rougeL', 'meteor', 'chrf'])('gives what score gives for the text: %s', async (name) => {
    const { perItem, signatures } = await score({ predictions: [output], references: [expected], metrics: [name] });
    const scored = await textScorer(name)({ input: 'snow', output, expected });
    expect(scored).toEqual({ name, score: perItem[0][name], metadata: { signature: signatures[name] } });
    expect(scored.score).toBeGreaterThan(0);
    expect(scored.score).toBeLessThanOrEqual(1);
  });

  it('takes one reference as a text, and has the name of its score', async () => {
    const rouge = textScorer('rougeL');
    expect(rouge.name).toBe('rougeL');
    expect((await rouge({ output, expected: output })).score).toBe(1);
  });

  it.each([
    ['bleu', /"bleu" has several scores \(expected one of them: bleu1, bleu2, bleu3, bleu4\)/],
    ['cider', /"cider" is not between 0 and 1 for a single text/],
    ['ter', /"ter" is not between 0 and 1/],
    ['blue4', /blue4/],
  ])('refuses %s', (name, message) => {
    expect(() => textScorer(name)).toThrow(message);
  });

  it('refuses a call without a reference', async () => {
    await expect(textScorer('rougeL')({ output })).rejects.toThrow('rougeL needs the expected text');
  });
});
