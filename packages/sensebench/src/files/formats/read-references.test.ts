import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readReferences } from './read-references.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const read = async (...contents: string[]) => {
  const items = await readReferences(contents.map((content, i) => file(`references${i}`, content)));
  return items.map(({ id, references }) => ({ id, references }));
};

describe('readReferences', () => {
  it('reads JSON Lines with one or several references', async () => {
    expect(await read('{"id":"a","references":["x","y"]}\n{"id":2,"reference":"z"}')).toEqual([
      { id: 'a', references: ['x', 'y'] },
      { id: '2', references: ['z'] },
    ]);
  });

  it('reads COCO annotations', async () => {
    const annotations = [
      { image_id: 3, caption: 'x' },
      { image_id: 1, caption: 'z' },
      { image_id: 3, caption: 'y' },
    ];
    const expected = [
      { id: '3', references: ['x', 'y'] },
      { id: '1', references: ['z'] },
    ];
    expect(await read(JSON.stringify({ images: [], annotations }))).toEqual(expected);
    expect(await read(JSON.stringify({ images: [], annotations }, null, 2))).toEqual(expected);
  });

  it.each([
    ["pycocoevalcap's references", '{"a": ["x", "y"], "b": [{"caption": "z"}]}'],
    ['a table with a row for each reference', 'id\treference\na\tx\nb\tz\na\ty'],
    ['rows in a JSON list', '[{"id":"a","references":["x","y"]},{"id":"b","reference":"z"}]'],
  ])('reads %s', async (_, content) => {
    expect(await read(content)).toEqual([
      { id: 'a', references: ['x', 'y'] },
      { id: 'b', references: ['z'] },
    ]);
  });

  it.each([
    ['a cell with a comma, a quote and a line break', 'id,reference\na,"A dog, ""x""\n!"\nb,z', ['A dog, "x"\n!'], ['z']],
    ['several columns of references, some empty', 'id,ref1,ref2\na,x,y\nb,z,', ['x', 'y'], ['z']],
    ['an unknown name of the id', 'picture,caption\na,x\nb,z', ['x'], ['z']],
    ['semicolons', 'id;reference\na;x, y\nb;z', ['x, y'], ['z']],
    ['a JSON list in a cell', 'id,references\na,"[""x"", ""y""]"\nb,z', ['x', 'y'], ['z']],
    ['no names of columns', 'a,"x, y"\nb,z', ['x, y'], ['z']],
  ])('reads CSV with %s', async (_, content, a, b) => {
    const items = await readReferences([file('references.csv', content)]);
    expect(items.map(({ id, references }) => ({ id, references }))).toEqual([
      { id: 'a', references: a },
      { id: 'b', references: b },
    ]);
  });

  it('numbers the items of CSV without ids', async () => {
    const items = await readReferences([file('texts.csv', '"x, y"\nz\n')]);
    expect(items.map(({ id, references }) => ({ id, references }))).toEqual([
      { id: '0', references: ['x, y'] },
      { id: '1', references: ['z'] },
    ]);
  });

  it.each([
    ['lines of different widths', 'A dog, a cat.\nz', 'references.csv:2: has 1 fields, and the first line has 2'],
    ['an empty cell', 'id,reference\na,x\nb,', 'references.csv:3: an empty reference'],
    ["Python's list", `id,references\na,"['x', 'y']"`, 'references.csv:2, field "references": is not a JSON list of texts'],
  ])('refuses CSV with %s', async (_, content, message) => {
    await expect(readReferences([file('references.csv', content)])).rejects.toThrow(message);
  });

  it.each([
    ['JSON Lines', '{"references":["x","y"]}\n{"reference":"z"}'],
    ['a JSON list', '[["x","y"],"z"]'],
  ])('numbers the items of %s without ids', async (_, content) => {
    expect(await read(content)).toEqual([
      { id: '0', references: ['x', 'y'] },
      { id: '1', references: ['z'] },
    ]);
  });

  it('takes a line of each plain file as a reference', async () => {
    expect(await read('x\nz\n', 'y\nw')).toEqual([
      { id: '0', references: ['x', 'y'] },
      { id: '1', references: ['z', 'w'] },
    ]);
  });

  it.each([
    ['an item without references', ['{"id":"a","references":[]}'], 'references0:1: item "a" has no references'],
    ['an empty line', ['x\n\ny'], 'references0:2: an empty reference'],
    ['a NUL byte', ['x\0'], 'references0:1: contains a NUL byte'],
    ['a repeated id', ['{"id":"a","reference":"x"}\n{"id":"a","reference":"x"}'], 'references0:2: "a" is the id of line 1 too'],
    ['files of different lengths', ['x\ny', 'x'], 'references1: has 1 items (expected 2'],
    ['a list that is cut', ['["x",\n"y"'], 'references0:2: is not JSON'],
    ["Python's quotes", ["{'id': 'a', 'reference': 'x'}\n{'id': 'b', 'reference': 'y'}"], 'references0:1: is not JSON'],
    ['a table without column names', ['a\tx\nb\ty'], 'references0:1: has a tab in every line'],
    ['an empty file', [''], 'references0: has no references'],
  ])('refuses %s', async (_, contents, message) => {
    await expect(read(...contents)).rejects.toThrow(message);
  });
});
