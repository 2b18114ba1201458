import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnalyseOptions, Analysis } from '@sensebench/metrics/internal/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readKnownEntities, withKnownEntities, writeKnownEntities } from './known-entities.ts';

const japan: Analysis = { text: 'Tea in Japan.', tokens: [], entities: [{ text: 'Japan', type: 'GPE', start: 7, end: 12 }] };
const none: Analysis = { text: 'No place.', tokens: [], entities: [] };

let folder: string;
let calls: { texts: readonly string[]; entities?: boolean }[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-entities-'));
  calls = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Finds a date in everything. */
const analyser = {
  async analyse(texts: readonly string[], { entities }: AnalyseOptions = {}): Promise<Analysis[]> {
    calls.push({ texts, entities });
    return texts.map((text) => ({ text, tokens: [], entities: entities === false ? [] : [{ text, type: 'DATE', start: 0, end: 1 }] }));
  },
};

function known(models: string) {
  const path = join(folder, 'entities.json');
  writeFileSync(path, writeKnownEntities('models 1', [japan, none]));
  return readKnownEntities(path, models);
}

describe('known entities', () => {
  it('take the place of the model, also where there are none; other texts are analysed, all in their order', async () => {
    const found = await withKnownEntities(analyser, known('models 1')).analyse(['Else.', japan.text, none.text]);
    expect(found.map(({ text, entities }) => [text, entities.map(({ type }) => type)])).toEqual([
      ['Else.', ['DATE']],
      [japan.text, ['GPE']],
      [none.text, []],
    ]);
    expect(found[1]).toEqual(japan);
    expect(calls).toEqual([
      { texts: [japan.text, none.text], entities: false },
      { texts: ['Else.'], entities: undefined },
    ]);
  });

  it('leave the model unasked when all texts are known', async () => {
    await withKnownEntities(analyser, known('models 1')).analyse([none.text]);
    expect(calls.map(({ entities }) => entities)).toEqual([false]);
  });

  it('are not used when another model found them, or none are there', async () => {
    const [first] = await withKnownEntities(analyser, known('models 2')).analyse([japan.text]);
    expect(first.entities[0].type).toBe('DATE');
    expect(readKnownEntities(join(folder, 'absent.json'), 'models 1').size).toBe(0);
  });
});
