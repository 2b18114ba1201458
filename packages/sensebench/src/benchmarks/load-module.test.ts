import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError, type Item, isModule, readOutput } from '@sensebench/metrics/internal/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadBenchmark } from './registry.ts';

let folder: string;
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-module-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ZOD = import.meta.resolve('zod');
const FIELDS: Readonly<Record<string, string>> = {
  name: "'mine'",
  title: "'Mine'",
  item: 'z.object({ id: z.string(), input: z.string(), references: z.array(z.string()), meta: z.record(z.string(), z.unknown()) })',
  read: "async function* () { yield { id: '1', input: 'a', references: ['b'], meta: {}, more: 1 }; }",
  prompts: "{ one: { summary: '', source: 'ours', kind: 'chat', shots: 0, render: () => '' } }",
  parse: '(output) => output',
  metrics: "['bleu']",
  breakdowns: '{}',
  published: '[]',
};

/** A module with these fields; one that is undefined is left out. */
function moduleOf(change: Record<string, string | undefined> = {}): string {
  const fields = Object.entries({ ...FIELDS, ...change }).filter(([, value]) => value !== undefined);
  return fileOf(
    `import { z } from '${ZOD}';\nexport const benchmark = { ${fields.map(([name, value]) => `${name}: ${value}`).join(', ')} };`,
  );
}

function fileOf(source: string): string {
  const path = join(folder, `${++count}.mjs`);
  writeFileSync(path, source);
  return path;
}

async function itemsOf(path: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of (await loadBenchmark(path)).read('data.jsonl', {})) items.push(item);
  return items;
}

async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).message.replaceAll(folder, '');
}

describe('a module', () => {
  it('is told from a name by its ending', () => {
    expect(['./a.js', '/b/c.mjs', 'd.js'].map(isModule)).toEqual([true, true, true]);
    expect(['commongen', './a.ts', 'a.json', 'js'].map(isModule)).toEqual([false, false, false, false]);
  });

  it('gives a benchmark whose items are parsed with its own schema', async () => {
    expect(await loadBenchmark(moduleOf())).toMatchObject({ name: 'mine', title: 'Mine' });
    // The schema knows no field `more`.
    expect(await itemsOf(moduleOf())).toEqual([{ id: '1', input: 'a', references: ['b'], meta: {} }]);
    expect(await itemsOf(moduleOf({ read: "() => [{ id: '2', input: '', references: [], meta: {} }]" }))).toHaveLength(1);
  });

  it.each([
    ['name', undefined, /field "name": .*expected a text/],
    ['title', '7', /field "title": must be a text, not 7/],
    ['item', '{}', /field "item": expected a zod schema/],
    ['read', "'file'", /field "read": expected a function/],
    ['prompts', '{}', /field "prompts": expected at least one prompt/],
    [
      'prompts',
      "{ one: { summary: '', source: '', kind: 'talk', shots: 0, render: () => '' } }",
      /field "prompts\.one\.kind": must be seq2seq, completion or chat/,
    ],
    ['parse', "'trim'", /field "parse": expected a function/],
    ['metrics', "'bleu'", /field "metrics": must be a list/],
    ['ownMetrics', '[{ name: "x" }]', /field "ownMetrics\.0\.outputs": .*expected a list/],
    ['breakdowns', '{ size: 1 }', /field "breakdowns\.size": expected a function/],
    ['published', undefined, /field "published": .*expected a list/],
    ['names', '[]', /field "names": expected a function/],
    ['tasks', "[{ name: 'mine/check' }]", /field "tasks\.0\.summary": .*expected a text/],
    ['steps', "[{ name: 'merge', version: 1, options: z.object({}), over: 'some' }]", /field "steps\.0\.over": must be each, pairs or all/],
    ['actions', '{ build: 1 }', /field "actions\.build": must be an object/],
    [
      'actions',
      "{ kit: { summary: 'x', actions: { one: { summary: 'y' } } } }",
      /field "actions\.kit\.actions\.one\.options": expected a zod object/,
    ],
  ])('with %s as %s is refused', async (field, value, message) => {
    const path = moduleOf({ [field]: value });
    const said = await failure(loadBenchmark(path));
    expect(said).toMatch(message);
    expect(said).toContain('.mjs, field');
  });

  it('may leave `parse` out: then the output is the prediction, or the choice that it names', async () => {
    const item = { id: '1', input: 'a', references: ['b'], meta: {} };
    expect(readOutput(' b\n', item, await loadBenchmark(moduleOf({ parse: undefined })))).toBe('b');
    const choices = await loadBenchmark(moduleOf({ parse: undefined, choices: "() => ['yes', 'no']" }));
    expect(readOutput('The answer is B.', item, choices)).toBe('B');
  });

  it.each([
    ['a syntax error', 'export const a = 1;\nexport const benchmark = {{;', /^\/\d+\.mjs.*: cannot be loaded: /],
    ['a missing package', "import 'no-such-package';", /cannot be loaded: .*no-such-package/],
    ['a wrong path inside', "import './no-such-file.mjs';", /cannot be loaded: .*no-such-file\.mjs/],
    ['an error when it is run', 'undefined.x;', /cannot be loaded: TypeError: /],
    ['something thrown that is no error', "throw 'stop';", /cannot be loaded: stop/],
    ['no export', 'const benchmark = 1;', /exports no benchmark \(expected /],
  ])('with %s is refused', async (_, source, message) => {
    expect(await failure(loadBenchmark(fileOf(source)))).toMatch(message);
  });

  it('that is not there is refused, and a name that nothing has', async () => {
    expect(await failure(loadBenchmark(join(folder, 'none.mjs')))).toBe('/none.mjs: no such file or folder');
    expect(await failure(loadBenchmark('mine'))).toContain('unknown benchmark "mine"');
  });
});

describe('items of a module', () => {
  const yields = (value: string) => itemsOf(moduleOf({ read: `async function* () { yield ${value}; }` }));

  it.each([
    [
      "{ id: 'x7', input: 1, references: [], meta: {} }",
      /data\.jsonl, field "input": item "x7" does not fit `item` of \/\d+\.mjs: must be a text/,
    ],
    ["{ id: 'x7', input: '', references: 'one', meta: {} }", /field "references": item "x7" does not fit/],
    ["{ input: '', references: [], meta: {} }", /field "id": item number 1 does not fit/],
    ['null', /data\.jsonl: item number 1 does not fit/],
  ])('like %s are named with module and file', async (value, message) => {
    expect(await failure(yields(value))).toMatch(message);
  });

  it('that cannot be read are the module’s business, not a bug of ours', async () => {
    const read = "async function* () { yield { id: '1', input: '', references: [], meta: {} }; JSON.parse('{'); }";
    expect(await failure(itemsOf(moduleOf({ read })))).toMatch(/^data\.jsonl: `read` of \/\d+\.mjs failed after 1 items: /);
    const missing = "() => { throw Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' }); }";
    expect(await failure(itemsOf(moduleOf({ read: missing })))).toContain('failed after 0 items: ENOENT');
  });
});
