import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadAnalyser } from './analyser.ts';

const analyser = await loadAnalyser();
const entities = async (text: string) => (await analyser.analyse([text]))[0].entities.map((entity) => `${entity.text}:${entity.type}`);

describe('analyser with the shipped models', () => {
  it('tags, lemmatizes and parses a statement', async () => {
    const [{ tokens }] = await analyser.analyse(['The dogs chased a cat.'], { parse: true });
    expect(tokens.map(({ tag }) => tag)).toEqual(['DT', 'NNS', 'VBD', 'DT', 'NN', '.']);
    expect(tokens.map(({ lemma }) => lemma)).toEqual(['the', 'dog', 'chase', 'a', 'cat', '.']);
    expect(tokens.map(({ head }) => head)).toEqual([2, 3, 0, 5, 3, 3]);
    expect(tokens.map(({ relation }) => relation)).toEqual(['det', 'nsubj', 'root', 'det', 'obj', 'punct']);
  });
  it('parses a question', async () => {
    const [{ tokens }] = await analyser.analyse(['Did the king sell the castle?'], { parse: true });
    expect(tokens[3]).toMatchObject({ text: 'sell', tag: 'VB', head: 0, relation: 'root' });
    expect(tokens[0]).toMatchObject({ head: 4, relation: 'aux' });
    expect(tokens[2]).toMatchObject({ head: 4, relation: 'nsubj' });
  });
  it('finds places, dates, times and events, with and without capitals', async () => {
    expect(await entities('It is winter in Argentina in July.')).toEqual(['Argentina:GPE', 'July:DATE']);
    expect(await entities('world war ii ended in 1945')).toEqual(['world war ii:EVENT', '1945:DATE']);
    expect(await entities('The store in Paris opens at 9 a.m. on Monday.')).toEqual(['Paris:GPE', '9 a.m.:TIME', 'Monday:DATE']);
  });
  it('gives each sentence of a text its own tree', async () => {
    const [{ tokens }] = await analyser.analyse(['Dogs bark. Cats sleep.'], { parse: true });
    expect(tokens.filter(({ head }) => head === 0).map(({ text }) => text)).toEqual(['bark', 'sleep']);
    expect(tokens[3]).toMatchObject({ text: 'Cats', head: 5, relation: 'nsubj' });
  });
  it('leaves heads and entities out when they are not asked for', async () => {
    const [analysis] = await analyser.analyse(['Paris is in France.'], { entities: false });
    expect(analysis.entities).toEqual([]);
    expect(analysis.tokens[0]).not.toHaveProperty('head');
  });
  it('streams what it gives in one piece', async () => {
    const texts = Array.from({ length: 70 }, (_, i) => `The ${i} trains leave Rome at noon.`);
    const streamed = [];
    for await (const analysis of analyser.stream(texts, { parse: true })) streamed.push(analysis);
    expect(streamed).toEqual(await analyser.analyse(texts, { parse: true }));
  });
  it('takes a recognizer and names of the user', async () => {
    const silent = { id: 'silent', recognize: async (sentences: readonly unknown[]) => sentences.map(() => []) };
    const own = await loadAnalyser({ recognizer: silent, gazetteer: { LOC: ['the old mill'] } });
    const [{ entities: found }] = await own.analyse(['We met at The Old Mill in Paris.']);
    expect(found).toEqual([{ text: 'The Old Mill', type: 'LOC', start: 10, end: 22 }]);
  });
});

describe('any input', () => {
  it('has offsets into the original string, heads inside it and a root per sentence', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('Paris', ' ', '\u0000', '👩‍👩‍👧', 'e\u0301', 'مرحبا', '日本', '\ud800', "n't", '\t', '9 a.m.'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const text = pieces.join('');
        const [{ tokens, entities: found }] = await analyser.analyse([text], { parse: true });
        for (const token of tokens) expect(text.slice(token.start, token.end)).toBe(token.text);
        for (const entity of found) expect(text.slice(entity.start, entity.end)).toBe(entity.text);
        expect(tokens.filter(({ head }) => head === 0).length).toBeGreaterThanOrEqual(tokens.length === 0 ? 0 : 1);
        for (const { head } of tokens) expect(head).toBeLessThanOrEqual(tokens.length);
      }),
      { numRuns: 25 },
    );
  });
  it('takes a line of tens of thousands of characters', async () => {
    const text = 'In Paris 👍 it rains. '.repeat(1_500);
    const [{ tokens, entities: found }] = await analyser.analyse([text], { parse: true });
    expect(tokens.length).toBeGreaterThan(8_000);
    expect(found.length).toBeGreaterThan(1_200);
    expect(tokens.at(-1)?.end).toBe(text.length - 1);
  });
});
