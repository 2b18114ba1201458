import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPredictionTexts } from '../../files/formats/index.ts';
import { writeParquet } from '../../files/index.ts';
import { type CommonGenItem, commonGenRowSchema, conceptsOf, nameConceptSets, readItems } from './item.ts';

describe('a row of CommonGen', () => {
  it('holds its concepts in one field', () => {
    const row = commonGenRowSchema.parse({ concept_set: 'dog#frisbee#catch', scene: ['A dog catches a frisbee.'] });
    expect(conceptsOf(row)).toEqual(['dog', 'frisbee', 'catch']);
    expect(commonGenRowSchema.safeParse({ concept_set: 'dog##catch', scene: [] }).success).toBe(false);
  });
});

describe('a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sensebench-items-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const rows = [
    { concept_set_idx: 0, concepts: ['ski', 'mountain'], target: 'He skis down the mountain.' },
    { concept_set_idx: 0, concepts: ['ski', 'mountain'], target: 'A mountain to ski on.' },
    { concept_set_idx: 1, concepts: ['dog', 'catch'], target: 'The dog catches it.' },
  ];
  async function read(name: string): Promise<{ items: CommonGenItem[]; said: string[] }> {
    const items: CommonGenItem[] = [];
    const said: string[] = [];
    for await (const item of readItems(join(folder, name), { say: (line) => said.push(line) })) items.push(item);
    return { items, said };
  }

  it.each([
    ['rows.jsonl', (path: string) => writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'))],
    ['rows.parquet', (path: string) => writeParquet(path, rows)],
    [
      'rows.csv',
      (path: string) =>
        writeFileSync(
          path,
          ['concept_set_idx,concepts,target', ...rows.map((row) => `${row.concept_set_idx},${row.concepts.join(' ')},${row.target}`)].join(
            '\n',
          ),
        ),
    ],
  ])('%s of the Hugging Face dataset has a row for each reference', async (name, write) => {
    await write(join(folder, name));
    const { items, said } = await read(name);
    expect(items.map(({ input, references }) => [input.concepts.join(), references.length])).toEqual([
      ['ski,mountain', 2],
      ['dog,catch', 1],
    ]);
    expect(said).toEqual([expect.stringContaining('read as the Hugging Face dataset common_gen')]);
  });

  it('of predictions names items by their concepts, in any order, and holds generated_text', async () => {
    writeFileSync(
      join(folder, 'sets.jsonl'),
      ['dog#catch', 'ski#run', 'dog#catch'].map((concept_set) => JSON.stringify({ concept_set, scene: ['x'] })).join('\n'),
    );
    const { items } = await read('sets.jsonl');
    const predictions = join(folder, 'predictions.jsonl');
    const written = [
      { concept_set: 'run#ski', generated_text: 'B' },
      { concept_set: 'dog#catch', generated_text: 'A' },
      { concept_set: 'dog#catch', generated_text: 'C' },
    ];
    writeFileSync(predictions, written.map((row) => JSON.stringify(row)).join('\n'));
    const { texts } = await readPredictionTexts(predictions, items, { names: (given) => nameConceptSets(given as CommonGenItem[]) });
    expect(texts).toEqual(['A', 'B', 'C']);
  });
});
