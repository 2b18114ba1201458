import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupPeople, readBackground } from './background.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-background-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const people = 'annotator,name,age,region\nA,n1,under 30,north\nB,n2,under 30,south\nC,n3,30 and over,north\nD,n4,,north\n';

describe('the background of annotators', () => {
  it('is read by declared columns alone', async () => {
    const found = await readBackground(await file('people.csv', people), { columns: ['age'], annotators: ['A', 'B'] });
    expect(found.get('A')).toEqual({ age: 'under 30' });
    const lines = await file('people.jsonl', '{"annotator":"A","age":31}\n');
    expect((await readBackground(lines, { columns: ['age'], annotators: ['A'] })).get('A')).toEqual({ age: '31' });
  });

  it('refuses a file without a declared column, a person twice, and people whom nobody knows', async () => {
    const path = await file('people.csv', people);
    const read = (columns: string[], annotators: string[], from = path) => readBackground(from, { columns, annotators });
    await expect(read(['sex'], ['A'])).rejects.toThrow(/people\.csv:2: has no column "sex" \(expected annotator, sex\)/);
    await expect(read([], ['A'])).rejects.toThrow(/no background column is declared/);
    await expect(read(['age'], ['X', 'Y'])).rejects.toThrow(/contains none of the annotators of these ratings \(expected X, Y\)/);
    await expect(read(['age'], ['A'], await file('twice.csv', 'annotator,age\nA,1\nA,2\n'))).rejects.toThrow(
      /twice\.csv:3.*A occurs twice/,
    );
  });

  it('says who is missing from the file', async () => {
    const said: string[] = [];
    await readBackground(await file('people.csv', people), { columns: ['age'], annotators: ['A', 'Z'], warn: (line) => said.push(line) });
    expect(said).toEqual([expect.stringMatching(/people\.csv: has no row for Z; they are in no group/)]);
  });

  it('makes groups, and hides those that are too small', async () => {
    const annotators = ['A', 'B', 'C', 'D', 'Z'];
    const found = await readBackground(await file('people.csv', people), { columns: ['age', 'region'], annotators });
    expect(groupPeople(found, 'region', { annotators, least: 2 })).toEqual({
      groups: [{ value: 'north', members: [0, 2, 3] }],
      tooSmall: 1,
    });
    expect(groupPeople(found, 'age', { annotators, least: 1 }).groups).toEqual([
      { value: '30 and over', members: [2] },
      { value: 'under 30', members: [0, 1] },
    ]);
  });
});
