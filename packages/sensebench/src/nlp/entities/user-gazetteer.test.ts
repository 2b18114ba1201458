import type { TextEntity } from '@sensebench/metrics/internal/core';
import { tokenizeTreebank } from '@sensebench/metrics/internal/nlp/tokens/tokenize-treebank.ts';
import { describe, expect, it } from 'vitest';
import type { EntityRecognizer } from './entities.ts';
import { type UserGazetteer, withUserGazetteer } from './user-gazetteer.ts';

const entity = (text: string, part: string, type: TextEntity['type']): TextEntity => {
  const start = text.indexOf(part);
  return { text: part, type, start, end: start + part.length };
};

async function read(text: string, names: UserGazetteer, model: TextEntity[] = []): Promise<string[]> {
  const recognizer: EntityRecognizer = { id: 'model', recognize: async () => [model] };
  const own = withUserGazetteer(recognizer, names);
  const [found] = await own.recognize([{ text, tokens: tokenizeTreebank(text), words: [], tags: [] }]);
  return found.map(({ text: part, type, start, end }) => {
    expect(text.slice(start, end)).toBe(part);
    return `${part} ${type}`;
  });
}

describe("a user's own names", () => {
  it('are found in any case, the longest first', async () => {
    const names: UserGazetteer = { GPE: ['Wakanda'], EVENT: ['Wakanda Day'] };
    expect(await read('On WAKANDA day in Wakanda', names)).toEqual(['WAKANDA day EVENT', 'Wakanda GPE']);
  });
  it('displace what the model found there, and leave the rest in order', async () => {
    const text = 'Bob met Ann of the Purge in Rome';
    const model = [entity(text, 'Bob', 'PERSON'), entity(text, 'Ann of the Purge', 'PERSON'), entity(text, 'Rome', 'GPE')];
    expect(await read(text, { EVENT: ['the Purge'] }, model)).toEqual(['Bob PERSON', 'the Purge EVENT', 'Rome GPE']);
  });
  it('are whole tokens, and may hold marks', async () => {
    expect(await read("the Purgery and St. John's", { EVENT: ['the Purge'], GPE: ["St. John's"] })).toEqual(["St. John's GPE"]);
  });
  it('show in the id', () => {
    expect(withUserGazetteer({ id: 'model', recognize: async () => [] }, {}).id).toBe('model+gazetteer');
  });
});
