import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableDecoder } from '../../../../../test/table-decoder.ts';
import { beamSearch } from './beam-search.ts';
import { followOnePath } from './one-path.ts';

const WORDS = ['<s>', '</s>', 'a', 'b', 'c'];
const MAX = 4;

/** Any table of logits, as whole tenths so that ties are rare and sums are stable. */
const tables = fc.array(fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 5, maxLength: 5 }), { minLength: 5, maxLength: 5 });
const modelOf = (table: readonly (readonly number[])[]) =>
  tableDecoder({ words: WORDS, logitsAfter: (token) => table[WORDS.indexOf(token)].map((value, i) => value / 10 + i / 1000) });

/** Every sequence that ends, or is as long as allowed, with its log-probability. */
function enumerate(table: readonly (readonly number[])[]): { tokens: number[]; length: number; logprob: number }[] {
  const logprobs = table.map((row) => {
    const logits = row.map((value, i) => value / 10 + i / 1000);
    const sum = Math.log(logits.reduce((total, value) => total + Math.exp(value), 0));
    return logits.map((value) => value - sum);
  });
  const grow = (tokens: number[], logprob: number): { tokens: number[]; length: number; logprob: number }[] => {
    const row = logprobs[tokens.at(-1) ?? 0];
    return [1, 2, 3, 4].flatMap((id) => {
      const sum = logprob + row[id];
      if (id === 1) return [{ tokens, length: tokens.length + 1, logprob: sum }];
      return tokens.length + 1 === MAX ? [{ tokens: [...tokens, id], length: MAX, logprob: sum }] : grow([...tokens, id], sum);
    });
  };
  return grow([], 0);
}

describe('beam search', () => {
  it('finds the best of all sequences when the beam holds them all', async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.constantFrom(0, 0.5, 1, 2), async (table, lengthPenalty) => {
        const model = modelOf(table);
        const rules = { ...model.rules, lengthPenalty, earlyStopping: 'never' as const };
        const [[best]] = await beamSearch(await model.open([{ ids: [] }]), { rules, maxNewTokens: MAX, beams: 200 });
        const most = Math.max(...enumerate(table).map(({ logprob, length }) => logprob / length ** lengthPenalty));
        expect(best.score).toBeCloseTo(most, 4);
      }),
      { numRuns: 40 },
    );
  });

  it('with one beam goes the greedy way, and each input of a batch its own', async () => {
    await fc.assert(
      fc.asyncProperty(tables, tables, async (one, two) => {
        const model = tableDecoder({
          words: WORDS,
          logitsAfter: (token, input) => (input === 'a' ? one : two)[WORDS.indexOf(token)].map((value, i) => value / 10 + i / 1000),
        });
        const options = { rules: model.rules, maxNewTokens: MAX };
        const inputs = [{ ids: [2] }, { ids: [3] }];
        const together = await followOnePath(await model.open(inputs), options);
        const alone = (await Promise.all(inputs.map(async (input) => followOnePath(await model.open([input]), options)))).flat();
        expect(together).toEqual(alone);
        const beams = await beamSearch(await model.open(inputs), { ...options, beams: 3 });
        const each = await Promise.all(
          inputs.map(async (input) => (await beamSearch(await model.open([input]), { ...options, beams: 3 }))[0]),
        );
        expect(beams).toEqual(each);
      }),
      { numRuns: 40 },
    );
  });

  it('lists more answers than its beam is wide, the chosen one first', async () => {
    const model = modelOf([
      [0, -9, 20, 10, 5],
      [0, 0, 0, 0, 0],
      [0, 20, 0, 0, 0],
      [0, 20, 0, 0, 0],
      [0, 20, 0, 0, 0],
    ]);
    const [list] = await beamSearch(await model.open([{ ids: [] }]), { rules: model.rules, maxNewTokens: MAX, beams: 2, most: 4 });
    expect(list.length).toBeGreaterThan(2);
    expect(list[0].tokens).toEqual([2]);
  });

  it('drops inputs that are done from the batch', async () => {
    const model = tableDecoder({ words: WORDS, logitsAfter: (_, input) => (input === 'a' ? [0, 9, 0, 0, 0] : [0, -9, 9, 0, 0]) });
    await followOnePath(await model.open([{ ids: [2] }, { ids: [3] }]), { rules: model.rules, maxNewTokens: 3 });
    expect(model.steps).toEqual([1, 1]);
  });
});

describe('sampling', () => {
  const model = modelOf(Array.from({ length: 5 }, () => [0, 5, 8, 8, 8]));
  const draw = async (inputs: number, seeds: string[], more = {}) =>
    followOnePath(await model.open(Array.from({ length: inputs }, () => ({ ids: [] }))), {
      rules: model.rules,
      maxNewTokens: 6,
      sampling: { temperature: 1, seeds, ...more },
    });

  it('depends on the seed of the item, not on its batch', async () => {
    const [first, second] = await draw(2, ['x', 'y']);
    expect((await draw(1, ['y']))[0]).toEqual(second);
    expect(new Set((await draw(6, ['1', '2', '3', '4', '5', '6'])).map(({ tokens }) => tokens.join())).size).toBeGreaterThan(2);
    expect(first.tokens).not.toEqual(second.tokens);
  });

  it('takes the likeliest token when only one may be drawn', async () => {
    const [greedy] = await followOnePath(await model.open([{ ids: [] }]), { rules: model.rules, maxNewTokens: 6 });
    expect((await draw(1, ['z'], { topK: 1 }))[0].tokens).toEqual(greedy.tokens);
    expect((await draw(1, ['z'], { topP: 0.01 }))[0].tokens).toEqual(greedy.tokens);
  });
});
