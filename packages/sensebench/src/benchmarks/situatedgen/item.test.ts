import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Analysis, Tools } from '@sensebench/metrics/internal/core';
import { afterAll, describe, expect, it } from 'vitest';
import { findItemContexts } from './contexts.ts';
import { exchangeSentences, readItems, toItem, toItems } from './item.ts';

const folder = mkdtempSync(join(tmpdir(), 'items-'));
afterAll(() => rmSync(folder, { recursive: true }));

const row = (statements: [string, string], statement = statements.join(' ')) => ({
  keywords: ['ice', 'sand'],
  statement,
  ids: ['creak::dev::1', 'creak::dev::2'] as [string, string],
  keywords_pos: [0, 1] as (0 | 1)[],
  statements,
});
const example = row(['Ice floats in Norway.', 'Sand lies in Egypt.']);

describe('rows that a file repeats', () => {
  it('are items with ids of their own', async () => {
    const path = join(folder, 'test.jsonl');
    writeFileSync(path, [example, example, example].map((each) => JSON.stringify(each)).join('\n'));
    const ids: string[] = [];
    for await (const { id } of readItems(path)) ids.push(id);
    expect(ids).toEqual(['creak::dev::1|creak::dev::2', 'creak::dev::1|creak::dev::2#2', 'creak::dev::1|creak::dev::2#3']);
  });
  it('keep their id where they differ, which is a mistake of the file', () => {
    const [first, second] = toItems([example, row(['Ice floats.', 'Sand lies.'])]);
    expect(second.id).toBe(first.id);
  });
});

describe('the other order of the sentences', () => {
  it('exchanges them, with the stop that the released text got at its end', () => {
    expect(exchangeSentences(toItem(example))).toEqual(['Sand lies in Egypt. Ice floats in Norway.']);
    expect(exchangeSentences(toItem(row(['Ice floats', 'Sand lies'], 'Ice floats Sand lies.')))).toEqual(['Sand lies Ice floats.']);
    expect(exchangeSentences(toItem(row(['Ice floats.', 'Sand lies'], 'Ice floats. Sand lies.')))).toEqual(['Sand lies Ice floats.']);
  });
});

describe('contexts', () => {
  const analyse = async (texts: readonly string[]) =>
    texts.map(
      (text): Analysis => ({
        text,
        tokens: [],
        entities: /Norway|Egypt/.test(text) ? [{ text: 'x', type: 'GPE', start: 0, end: 1 }] : [],
      }),
    );
  const tools = async (): Promise<Tools> => ({ tokens: () => [], analyse });
  it('are found where rows do not say them', async () => {
    const items = [example, row(['Ice floats.', 'Sand lies in Egypt.']), { ...example, context: 'TEMP' as const }].map((each) =>
      toItem(each),
    );
    expect((await findItemContexts(items, tools)).map(({ meta }) => meta.context)).toEqual(['GEO', undefined, 'TEMP']);
  });
});
