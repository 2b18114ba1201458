import { describe, expect, it } from 'vitest';
import { countContexts } from './context-counts.ts';
import { pairContext } from './contexts.ts';
import { datasetFigures, skewness } from './dataset-figures.ts';
import { brokenRules } from './definition.ts';
import { toItem } from './item.ts';
import { parseOutput, prompts } from './prompts.ts';
import { PUBLISHED } from './published.ts';
import { type SituatedGenExample, situatedGenExampleSchema } from './row.ts';

const example: SituatedGenExample = {
  keywords: ['July', 'China', 'winter', 'June'],
  keywords_pos: [0, 0, 1, 1],
  statement: 'July is hot in China. June is winter.',
  ids: ['a::b::1', 'a::b::2'],
  statements: ['July is hot in China.', 'June is winter.'],
};
const entities = new Map([
  [
    'a::b::1',
    [
      { text: 'July', type: 'DATE' as const, start: 0, end: 4 },
      { text: 'China', type: 'GPE' as const, start: 15, end: 20 },
    ],
  ],
  ['a::b::2', [{ text: 'June', type: 'DATE' as const, start: 0, end: 4 }]],
]);

describe('the figures of a split', () => {
  it('count sentences, keywords, tokens and contexts', () => {
    expect(datasetFigures([example, { ...example, ids: ['a::b::1', 'a::b::3'] }], entities)).toMatchObject({
      examples: 2,
      uniqueSentences: 2,
      uniqueSentencesPerExample: 1,
      uniqueKeywords: 4,
      keywordsPerExample: 4,
      tokensPerExample: 10,
      contexts: { GEO: 0, TEMP: 1, BOTH: 0 },
      contextCounts: { unknown: 1 },
      keywordCounts: { 4: 2 },
      keywordSkewness: null,
    });
  });

  it('are null, not NaN, of nothing', () => {
    expect(datasetFigures([], entities)).toMatchObject({ keywordsPerExample: null, contexts: { GEO: null }, keywordSkewness: null });
  });

  it('have the skewness that scipy gives', () => {
    // Mean 2.5, second moment 2.25, third moment 3: 3 / 2.25 ** 1.5.
    expect(skewness([1, 2, 2, 5])).toBeCloseTo(0.88889, 5);
  });

  it('say which parts of the definition an example breaks', () => {
    expect(brokenRules(example, [entities.get('a::b::1')!, entities.get('a::b::2')!])).toEqual(['fewer than two other keywords']);
    const bare = { ...example, keywords: ['Japan', 'hot'], keywords_pos: [0, 0] as (0 | 1)[] };
    expect(brokenRules(bare, [[], []])).toEqual([
      'keyword in neither sentence',
      'fewer than two context keywords of one type',
      'sentence without context keyword',
    ]);
  });
});

describe('contexts', () => {
  it('of a pair are what both have', () => {
    expect(pairContext('BOTH', 'TEMP')).toBe('TEMP');
    expect(pairContext('GEO', 'TEMP')).toBeNull();
    expect(pairContext(null, 'TEMP')).toBeNull();
  });

  it('are counted by source as in Table 1', () => {
    const rows = [...entities].map(([id, found]) => ({ id, entities: found }));
    expect(countContexts(rows, { a: 9, c: 4 })).toEqual({
      a: { sentences: 9, GEO: 0, TEMP: 1, BOTH: 1, valid: 2 },
      c: { sentences: 4, GEO: 0, TEMP: 0, BOTH: 0, valid: 0 },
    });
  });
});

describe('the benchmark', () => {
  it('keeps every field of a released row', () => {
    const row = { ...example, extra: 1 };
    expect(situatedGenExampleSchema.parse(JSON.parse(JSON.stringify(row)))).toEqual(row);
    expect(toItem(example)).toMatchObject({ id: 'a::b::1|a::b::2', references: [example.statement], meta: { keywordsPos: [0, 0, 1, 1] } });
  });

  it("asks in the papers' words", () => {
    const item = toItem(example);
    expect(prompts.bart.render({ item, examples: [] })).toBe('July, China, winter, June');
    expect(prompts.t5.render({ item, examples: [] })).toBe('generate two sentences with: July, China, winter, June');
    expect(prompts.instructgpt.render({ item, examples: [item] })).toBe(
      'Generate a pair of contrastive sentences with the given set of keywords.\n\n' +
        'Keywords: July, China, winter, June\nSentences: July is hot in China. June is winter.\n\n' +
        'Keywords: July, China, winter, June\nSentences:',
    );
    expect(prompts.instructgpt.shots).toBe(10);
  });

  it('takes the sentences out of what a model says', () => {
    expect(parseOutput('Sentences: One. Two.\n\nKeywords: next')).toBe('One. Two.');
    expect(parseOutput('1. "One is."\n2. "Two is."')).toBe('One is. Two is.');
  });

  it('labels published rows by the version of the paper', () => {
    const human = PUBLISHED.filter(({ system }) => system === 'Human').map(({ source, scores }) => [
      !source.includes('first version'),
      scores.match,
    ]);
    expect(human).toEqual([
      [true, 0.929],
      [false, 0.921],
    ]);
    expect(PUBLISHED[0].scores.cider).toBeCloseTo(1.83);
  });
});
