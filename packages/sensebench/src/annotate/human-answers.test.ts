import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { humanAnswerOf, withHumanAnswers } from './human-answers.ts';

const items: Item[] = [
  { id: 'a', input: {}, references: ['one', 'two', 'three'], meta: {} },
  { id: 'b', input: {}, references: ['alone'], meta: {} },
];

describe('people as a system', () => {
  it('are each reference against the others', async () => {
    const held = await withHumanAnswers({ name: 'x' }, items);
    expect(held.map((item) => [item.id, humanAnswerOf(item), item.references])).toEqual([
      ['a/0', 'one', ['two', 'three']],
      ['a/1', 'two', ['one', 'three']],
      ['a/2', 'three', ['one', 'two']],
    ]);
    await expect(withHumanAnswers({ name: 'x' }, [items[1]])).rejects.toThrow(
      /no item has two; give a file of people's answers: human:FILE/,
    );
    expect(() => humanAnswerOf(items[0])).toThrow(/no answer/);
  });

  it('are what they wrote, by item and annotator, where the benchmark has no task for it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sensebench-human-'));
    const file = join(folder, 'written.jsonl');
    const rows = [
      { item: 'b', annotator: 'A', task: 'x/answer', value: { sentences: 'First. Second.' } },
      { item: 'b', annotator: 'B', task: 'x/answer', value: 'Plain text.' },
      { item: 'b', annotator: 'B', task: 'x/filter', value: { antithesis: true } },
      { item: 'elsewhere', annotator: 'A', task: 'x/answer', value: 'Not of these.' },
    ];
    await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'));
    const warnings: string[] = [];
    const written = await withHumanAnswers({ name: 'x' }, items, file, { warn: (line) => warnings.push(line) });
    expect(written.map((item) => [item.id, humanAnswerOf(item), item.references])).toEqual([
      ['b/A', 'First. Second.', ['alone']],
      ['b/B', 'Plain text.', ['alone']],
    ]);
    expect(warnings).toHaveLength(2);
    await expect(withHumanAnswers({ name: 'x' }, [items[0]], file)).rejects.toThrow(/no decision is on an item of this dataset/);
    await expect(withHumanAnswers({ name: 'y' }, items, file)).rejects.toThrow(/contains no answers to these items .*y\/answer/);
    await rm(folder, { recursive: true });
  });
});
