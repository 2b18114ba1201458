import {
  type Analysis,
  createRandom,
  type Evidence,
  type Item,
  joinSentences,
  type MetricInput,
  type Tools,
} from '@sensebench/metrics/internal/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guessPair } from '../benchmark.ts';
import { match, type SituatedGenMeta } from './match.ts';
import { outputSentences } from './output-sentences.ts';

const tools: Tools = {
  tokens: (_, text) => text.split(' '),
  analyse: async (texts) =>
    texts.map((text): Analysis => {
      const tokens = [...text.matchAll(/[\p{L}\p{N}-]+|[^\s\p{L}\p{N}]/gu)].map((found) => ({
        text: found[0],
        start: found.index,
        end: found.index + found[0].length,
        tag: 'NN',
        lemma: found[0].toLowerCase().replace(/s$/, ''),
      }));
      return { text, tokens, entities: [] };
    }),
};

async function run(keywords: string[], meta: SituatedGenMeta, output: string | string[]) {
  const item: Item = { id: '1', input: { keywords }, references: [], meta: { ...meta } };
  const input: MetricInput = {
    item,
    candidate: joinSentences(output),
    ...(typeof output === 'string' ? {} : { sentences: output }),
    keywords,
    tokens: { candidate: [], references: [] },
  };
  const context = await match.prepare!([input], tools);
  const stats = await match.segment(input, context);
  const scores = match.score([stats], context);
  return {
    match: scores.match,
    strict: scores.matchStrict,
    chance: match.chance!([stats], context),
    p: stats.keywords.map(({ places }) => [0, 1].filter((sentence) => places[sentence].length > 0)),
    t: stats.keywords.map(({ t }) => t),
    stats,
  };
}

const example = { keywords: ['July', 'China', 'winter', 'Australia', 'summer', 'July'], keywordsPos: [0, 0, 1, 1, 0, 1] as (0 | 1)[] };

describe('MATCH', () => {
  it('gives 4/6 for the worked example of the paper, with its p', async () => {
    const result = await run(example.keywords, example, 'July is summer in Australia. July is winter in China.');
    expect(result.p).toEqual([[0, 1], [1], [1], [0], [0], [0, 1]]);
    expect(result.match).toBe(4 / 6);
  });
  it('gives the answer 1, in either order', async () => {
    expect((await run(example.keywords, example, 'July is summer in China. July is winter in Australia.')).match).toBe(1);
    expect((await run(example.keywords, example, 'July is winter in Australia. July is summer in China.')).match).toBe(1);
  });
  it('leaves out what comes after the second sentence and pads a single one', async () => {
    const meta = { keywordsPos: [0, 1, 1] as (0 | 1)[] };
    expect((await run(['ice', 'sand', 'sun'], meta, 'Ice is cold. Nothing here. Sand and sun.')).p).toEqual([[0], [], []]);
    const single = await run(['ice', 'sand', 'sun'], meta, 'Ice, sand and suns.');
    expect(single.p).toEqual([[0], [0], [0]]);
    expect(single.match).toBeCloseTo(2 / 3, 12);
  });
  it('gives an empty output 0 and an item without keywords null', async () => {
    expect((await run(['ice'], { keywordsPos: [0] }, '')).match).toBe(0);
    expect((await run([], { keywordsPos: [] }, 'Ice.')).match).toBeNull();
  });
  it('counts a keyword found in both sentences where the answer asks for it', async () => {
    const result = await run(['ice', 'sand', 'sea'], { keywordsPos: [0, 1, 1] }, 'Ice is at sea. Sand is at sea.');
    expect(result.match).toBe(1);
  });
  it('derives t from the statements where it is not given, and counts what it cannot tell', async () => {
    const statements: [string, string] = ['Ice floats on the sea.', 'Sand lies by the sea.'];
    const result = await run(['ice', 'sand', 'sea', 'moon'], { statements }, 'Ice floats on the sea. Sand lies there.');
    expect(result.t).toEqual([[0], [1], [0, 1], []]);
    expect(result.stats.ambiguous).toBe(2);
    expect(result.match).toBe(3 / 4);
    const repeated = await run(['sea', 'sea'], { statements }, statements.join(' '));
    expect(repeated.t).toEqual([[0], [1]]);
    expect(repeated.stats.ambiguous).toBe(0);
  });
  it('says which keyword was found where', async () => {
    const { stats } = await run(['ice', 'sun'], { keywordsPos: [0, 1] }, 'Ice is cold. Two suns.');
    expect(stats.keywords[1].places).toEqual([[], [{ text: 'suns', start: 17, end: 21, lemma: 'sun', by: 'lemma' }]]);
  });
  it('shows the keywords that stand in the wrong sentence, the order of the sentences being free', async () => {
    // The output has the two sentences in the other order, and "snow" in the wrong one of them.
    const keywords = ['July', 'Australia', 'January', 'snow', 'Canada'];
    const { stats } = await run(keywords, { keywordsPos: [0, 0, 1, 1, 1] }, 'January is cold. July in Australia without snow.');
    const { sought, marks } = match.evidence!(stats, {
      words: () => ({ text: '', words: [] }),
      wordnet: false,
      reader: 'context' as const,
    }) as Evidence;
    expect(sought).toEqual([
      { text: 'July', groups: [1], note: 'in the reference in the first sentence' },
      { text: 'Australia', groups: [1], note: 'in the reference in the first sentence' },
      { text: 'January', groups: [0], note: 'in the reference in the second sentence' },
      { text: 'snow', groups: [1], astray: true, note: 'in the reference in the second sentence' },
      { text: 'Canada', groups: [], note: 'in the reference in the second sentence' },
    ]);
    expect(marks.map(({ start, group }) => [start, group])).toEqual([
      [0, 0],
      [17, 1],
      [25, 1],
      [43, 1],
    ]);
    const both = await run(['sea', 'ice'], { keywordsPos: [0, 1] }, 'Ice at sea. Ice on the sea.');
    expect(
      (match.evidence!(both.stats, { words: () => ({ text: '', words: [] }), wordnet: false, reader: 'context' as const }) as Evidence)
        .sought[0],
    ).toEqual({
      text: 'sea',
      groups: [0, 1],
      note: 'in the reference in the first sentence',
    });
  });
  it('shows a keyword beyond the second sentence, which does not count', async () => {
    const output = 'Ice is cold. Wind blows. The sun is hot.';
    const { stats, match: value } = await run(['ice', 'sun', 'sand'], { keywordsPos: [0, 1, 1] }, output);
    const { sought, marks } = match.evidence!(stats, {
      words: () => ({ text: '', words: [] }),
      wordnet: false,
      reader: 'context' as const,
    }) as Evidence;
    expect(sought.map(({ text, groups }) => [text, groups])).toEqual([
      ['ice', [0]],
      ['sun', [2]],
      ['sand', []],
    ]);
    expect(marks.map(({ start, end, group }) => [output.slice(start, end), group])).toEqual([
      ['Ice', 0],
      ['sun', 2],
    ]);
    expect(value).toBeCloseTo(1 / 3);
  });
  it('refuses positions that do not fit, and items without either', async () => {
    await expect(run(['ice'], { keywordsPos: [0, 1] }, 'Ice.')).rejects.toThrow('2 positions of 1 keywords');
    await expect(run(['ice'], {}, 'Ice.')).rejects.toThrow('keywords_pos');
  });
  it('lies between 0 and 1 and does not mind the order of the sentences', async () => {
    const words = ['ice', 'sand', 'sea', 'moon'];
    const sentence = fc.subarray(words).map((some) => `The ${some.join(' ')} is.`);
    await fc.assert(
      fc.asyncProperty(
        sentence,
        sentence,
        fc.array(fc.constantFrom<0 | 1>(0, 1), { minLength: 4, maxLength: 4 }),
        async (a, b, keywordsPos) => {
          const { match: forward } = await run(words, { keywordsPos }, `${a} ${b}`);
          expect((await run(words, { keywordsPos }, `${b} ${a}`)).match).toBe(forward);
          expect(forward).toBeGreaterThanOrEqual(0);
          expect(forward).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the strict MATCH', () => {
  const statements: [string, string] = ['July is summer in China.', 'July is winter in Australia.'];
  const meta = { ...example, statements };
  const other = { keywords: ['ice', 'fish', 'sand', 'camel', 'sea', 'sun'], keywordsPos: [0, 0, 1, 1, 0, 1] as (0 | 1)[] };
  it('is 1 for the answer in either order, as a text or as a list of sentences', async () => {
    for (const output of [statements, statements.toReversed()]) {
      expect((await run(example.keywords, meta, output)).strict).toBe(1);
      expect((await run(example.keywords, meta, output.join(' '))).strict).toBe(1);
    }
  });
  it('is not above 0 for all keywords in both sentences, nor for all in one', async () => {
    for (const { keywords, ...own } of [{ ...example, statements }, other]) {
      const list = `${keywords.join(' ')}.`;
      expect((await run(keywords, own, [list, list])).match).toBe(1);
      expect((await run(keywords, own, [list, list])).strict).toBeLessThan(0);
      expect((await run(keywords, own, [list])).strict).toBeLessThan(0);
      expect((await run(keywords, own, '')).strict).toBeLessThan(0);
    }
  });
  it('counts a keyword in both sentences against an output, unless the answer has it in both', async () => {
    const right = 'Ice fish sea. Sand camel sun.';
    expect((await run(other.keywords, other, right)).strict).toBe(1);
    const { match: loose, strict } = await run(other.keywords, other, 'Ice fish sea sun. Sand camel sun.');
    expect(loose).toBe(1);
    // 5 of 6 are right; of the 20 halves two are right and 18 have four of six: 0.7 by chance.
    expect(strict).toBeCloseTo((5 / 6 - 0.7) / 0.3, 12);
  });
  it('has the chance of shuffled keywords cut in half as its 0', async () => {
    const { chance } = await run(other.keywords, other, 'Ice.');
    expect(chance.match).toBeCloseTo(0.7, 12);
    expect(chance.matchStrict).toBe(0);
    for (const { keywords, ...own } of [{ ...example, statements }, other]) {
      const strict: number[] = [];
      for (let seed = 0; seed < 400; seed++)
        strict.push((await run(keywords, own, guessPair(keywords, createRandom(seed)))).strict ?? Number.NaN);
      const mean = strict.reduce((sum, value) => sum + value, 0) / strict.length;
      const deviation = Math.sqrt(strict.reduce((sum, value) => sum + (value - mean) ** 2, 0) / strict.length);
      expect(Math.abs(mean)).toBeLessThan((3 * deviation) / Math.sqrt(strict.length) + 1e-12);
    }
  });
  it('knows keywords within keywords, and draws halves of very many', async () => {
    const keywords = ['summer', 'summer holiday', 'ice', 'sea'];
    const own = { keywordsPos: [0, 1, 0, 1] as (0 | 1)[] };
    expect((await run(keywords, own, 'Summer ice. A summer holiday at sea.')).strict).toBe(1);
    const many = Array.from({ length: 16 }, (_, i) => `word${'x'.repeat(i)}`);
    const { chance } = await run(many, { keywordsPos: many.map((_, i) => (i % 2) as 0 | 1) }, '');
    expect(chance.match).toBeCloseTo(0.6, 1);
  });
  it('is undefined where chance is always right', async () => {
    expect((await run(['ice', 'sun'], { keywordsPos: [0, 1] }, 'Ice. Sun.')).strict).toBeNull();
  });
  it('refuses a list of three sentences', async () => {
    await expect(run(['ice'], { keywordsPos: [0] }, ['Ice.', 'Sun.', 'Sea.'])).rejects.toThrow(
      'item "1": the prediction is a list of 3 sentences (expected a list of two)',
    );
  });
});

describe('a wrong grouping that is negated', () => {
  const statements: [string, string] = ['July is summer in China.', 'July is winter in Australia.'];
  const flagged = async (output: string, own = statements) => {
    const { stats } = await run(example.keywords, { ...example, statements: own }, output);
    return {
      negated: stats.negated,
      count: match.score([stats, stats], { words: () => ({ text: '', words: [] }), wordnet: false, reader: 'context' as const })
        .matchNegated,
    };
  };
  it('is flagged and counted', async () => {
    expect(await flagged('July is not summer in Australia. July is not winter in China.')).toEqual({ negated: true, count: 2 });
  });
  it('is not flagged without a negation, with the right grouping, or where the answer negates', async () => {
    expect((await flagged('July is summer in Australia. July is winter in China.')).negated).toBe(false);
    expect((await flagged('July is summer in China. July is not summer but winter in Australia.')).negated).toBe(false);
    const negative: [string, string] = ['July is not winter but summer in China.', statements[1]];
    expect((await flagged('July is not summer in Australia. July is winter in China.', negative)).negated).toBe(false);
  });
});

describe('the two sentences of an output', () => {
  const sentences = (text: string) => {
    const { first, second, count } = outputSentences({ item: { id: '1', input: null, references: [], meta: {} }, candidate: text });
    return { first: text.slice(first.start, first.end), second: text.slice(second.start, second.end), count };
  };
  it('are cut where a sentence ends, not at an abbreviation or a number', () => {
    expect(sentences('Mt. Fuji is 3.7 km high. The U.S. Army met Dr. Who at 5 p.m. today.')).toEqual({
      first: 'Mt. Fuji is 3.7 km high.',
      second: 'The U.S. Army met Dr. Who at 5 p.m. today.',
      count: 2,
    });
  });
  it('end after an abbreviation where a usual beginning follows', () => {
    expect(sentences('It is in the U.S. The sea is near.')).toMatchObject({ first: 'It is in the U.S.', second: 'The sea is near.' });
  });
  it('may be parted by a line', () => {
    expect(sentences('no stop here\nsecond')).toEqual({ first: 'no stop here', second: 'second', count: 2 });
  });
  it('are empty where there is nothing', () => {
    expect(sentences('  ')).toEqual({ first: '', second: '', count: 0 });
  });
});
