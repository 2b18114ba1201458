import { describe, expect, it } from 'vitest';
import type { Analysis, Item, MetricInput, Tools, WordNet } from '../../core/index.ts';
import { coverage, keywordEvidence } from './coverage.ts';
import { createWordForms, findKeyword } from './find-keywords.ts';

/** Words that are not their own lemma, and tags that are not NN. */
const LEMMAS: Record<string, string> = {
  stood: 'stand',
  looking: 'look',
  fields: 'field',
  kids: 'kid',
  dancing: 'dancing',
  was: 'be',
  runs: 'run',
};
const TAGS: Record<string, string> = { stood: 'VBD', looking: 'VBG', stand: 'VB', look: 'VB', runs: 'VBZ' };

function analyseByHand(text: string): Analysis {
  const tokens = [...text.matchAll(/[\p{L}\p{N}-]+|[^\s\p{L}\p{N}]/gu)].map((found) => ({
    text: found[0],
    start: found.index,
    end: found.index + found[0].length,
    tag: TAGS[found[0].toLowerCase()] ?? 'NN',
    lemma: LEMMAS[found[0].toLowerCase()] ?? found[0].toLowerCase(),
  }));
  return { text, tokens, entities: [] };
}

const toolsByHand: Tools = {
  tokens: (_, text) => text.split(' '),
  analyse: async (texts) => texts.map(analyseByHand),
};

const wordnet: WordNet = {
  synsets: () => [],
  baseForms: (word, pos) => (word === 'dancing' && pos === 'v' ? ['dance'] : []),
  exceptions: () => [],
  hypernyms: () => [],
  words: () => [],
  pos: () => 'n',
};

const inputOf = (keywords: string[], candidate: string): MetricInput => ({
  item: { id: '1', input: null, references: [], meta: {} } satisfies Item,
  candidate,
  keywords,
  tokens: { candidate: [], references: [] },
});

async function run(pairs: [string[], string][], tools = toolsByHand) {
  const inputs = pairs.map(([keywords, candidate]) => inputOf(keywords, candidate));
  const context = await coverage.prepare!(inputs, tools);
  const stats = await Promise.all(inputs.map((input) => coverage.segment(input, context)));
  return {
    scores: coverage.score(stats, context),
    evidence: stats.map((own) => coverage.evidence!(own, context)),
    signature: coverage.signature(context),
  };
}

describe('COVERAGE', () => {
  it('counts inflections and averages over items', async () => {
    const { scores } = await run([
      [['field', 'look', 'stand'], 'A farmer stood in the field looking at the clouds.'],
      [['kid', 'dance'], 'Kids dancing.'],
    ]);
    // 3 of 3, and 1 of 2: without WordNet the noun "dancing" is no form of "dance".
    expect(scores.coverage).toBeCloseTo((1 + 1 / 2) / 2, 12);
  });
  it('takes the base forms of WordNet where a word was tagged as another part of speech', async () => {
    const { scores, evidence, signature } = await run([[['dance'], 'The dancing was fun.']], { ...toolsByHand, wordnet });
    expect(scores.coverage).toBe(1);
    expect(evidence[0]).toEqual({
      sought: [{ text: 'dance', groups: [0] }],
      marks: [{ start: 4, end: 11, group: 0, note: 'dance by inflection: dance' }],
    });
    expect(signature).toContain('wordnet');
  });
  it('finds several words only as a phrase, whatever their case', async () => {
    expect((await run([[['New York'], 'In new York it rained.']])).scores.coverage).toBe(1);
    expect((await run([[['New York'], 'York is not as new.']])).scores.coverage).toBe(0);
  });
  it('counts every copy of a repeated keyword', async () => {
    const { scores } = await run([[['July', 'July', 'snow'], 'July is hot.']]);
    expect(scores.coverage).toBeCloseTo(2 / 3, 12);
  });
  it('gives an empty output 0 and an item without keywords null', async () => {
    expect((await run([[['field'], '']])).scores.coverage).toBe(0);
    expect((await run([[[], 'Anything.']])).scores.coverage).toBeNull();
  });
});

describe('finding a keyword', () => {
  const words = (text: string) => ({ text, words: createWordForms()(analyseByHand(text).tokens) });
  it('gives every place, none overlapping', () => {
    expect(findKeyword(words('run run'), words('run run run runs')).map(({ text, by }) => ({ text, by }))).toEqual([
      { text: 'run run', by: 'text' },
      { text: 'run runs', by: 'lemma' },
    ]);
  });
  it('keeps the spelling of the place', () => {
    expect(findKeyword(words('well - known'), words('a well-known man'))).toEqual([]);
    expect(findKeyword(words('man'), words('a Man!'))).toEqual([{ text: 'Man', start: 2, end: 5, lemma: 'man', by: 'text' }]);
  });
  it('goes by the letters where the tokens are cut differently', () => {
    const keyword = { text: 'U.S.', words: [] };
    expect(findKeyword(keyword, words('in the u.s. today'))).toEqual([{ text: 'u.s.', start: 7, end: 11, lemma: 'u.s.', by: 'text' }]);
    expect(findKeyword({ text: '198', words: [] }, words("the 1980's"))).toEqual([]);
  });
  it('looks at the part of the text that it is told', () => {
    expect(findKeyword(words('man'), words('man and man'), { start: 4 }).map(({ start }) => start)).toEqual([8]);
  });
  it('finds nothing of an empty keyword', () => {
    expect(findKeyword(words(''), words('a man'))).toEqual([]);
  });
});

describe('WordNet base forms', () => {
  const forms: Record<string, string[]> = { rose: ['rise'], fallen: ['fall'], leaves: ['leave'] };
  const table: WordNet = { ...wordnet, baseForms: (word, pos) => (pos === 'v' ? (forms[word] ?? []) : word === 'leaves' ? ['leaf'] : []) };
  const one = (text: string, tag: string) => ({
    text,
    words: createWordForms(table)([{ text, start: 0, end: text.length, tag, lemma: text }]),
  });
  it('depend on the tag of the word in its sentence', () => {
    expect(findKeyword(one('rise', 'NN'), one('rose', 'NN'))).toEqual([]);
    expect(findKeyword(one('fall', 'NN'), one('fallen', 'JJ'))).toHaveLength(1);
  });
  it('are all open to a keyword, which has no sentence', () => {
    expect(findKeyword(one('leaves', 'VBZ'), one('leaf', 'NN'))).toHaveLength(1);
  });
});

const place = (start: number, end: number, by: 'lemma' | 'text' = 'lemma') => ({ text: '', start, end, lemma: 'x', by });

describe('evidence of keywords', () => {
  it('names the groups of each keyword, none where it is missing', () => {
    const { sought } = keywordEvidence([
      { keyword: 'ice', groups: [[place(0, 3)], []] },
      { keyword: 'sun', groups: [[place(5, 8)], [place(20, 23)]], note: 'in both' },
      { keyword: 'sea', groups: [[], [place(30, 33)]], astray: true },
      { keyword: 'sky', groups: [[], []] },
    ]);
    expect(sought).toEqual([
      { text: 'ice', groups: [0] },
      { text: 'sun', groups: [0, 1], note: 'in both' },
      { text: 'sea', groups: [1], astray: true },
      { text: 'sky', groups: [] },
    ]);
  });

  it('marks places from left to right; of two that overlap the longer', () => {
    const { marks } = keywordEvidence([
      { keyword: 'tea', groups: [[place(20, 23, 'text')]] },
      { keyword: 'ice', groups: [[place(4, 7)]] },
      { keyword: 'ice cream', groups: [[place(4, 13)]] },
    ]);
    expect(marks).toEqual([
      { start: 4, end: 13, group: 0, note: 'ice cream by lemma: x' },
      { start: 20, end: 23, group: 0 },
    ]);
  });
});
