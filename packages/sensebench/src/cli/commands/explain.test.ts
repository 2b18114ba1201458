import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { quietContext } from '../../../../../test/quiet-context.ts';
import { writeDataset } from '../../build/dataset/index.ts';
import { hashFile } from '../../files/index.ts';
import { action } from './explain.ts';

/** Writes a file when it is loaded, so that a test can see whether it was. */
const MODULE = `
import { writeFileSync } from 'node:fs';
writeFileSync(new URL('./loaded', import.meta.url), 'yes');
const anything = { safeParse: (data) => ({ success: true, data }), parse: (data) => data };
export const benchmark = {
  name: 'codah', title: 'CODAH', item: anything, metrics: ['accuracy'], breakdowns: {}, published: [], parse: (output) => output,
  prompts: { plain: { summary: '', source: '', kind: 'chat', shots: 0, render: () => '' } },
  async *read() { for (const id of ['first', 'second']) yield { id, input: id, references: [], meta: {} }; },
};
`;

let folder: string;
let out: string;
let module: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-explain-'));
  [out, module] = [join(folder, 'mine'), join(folder, 'codah.mjs')];
  await writeFile(module, MODULE);
  await writeDataset(out, {
    benchmark: { name: 'codah', module, sha256: await hashFile(module) },
    name: 'mine',
    summary: 's',
    citation: 'c',
    collection: 'c',
    limits: 'l',
    row: z.object({ sentence: z.string() }),
    splits: { test: [{ sentence: 'A man opens the door.' }, { sentence: 'A dog barks.' }] },
    ledger: [{ step: 'read', rule: 'too short', ids: ['3'], text: 'No.' }],
    stats: {},
    sources: [],
    people: [],
    config: {},
    seed: 1,
    versions: {},
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function explain(options: Record<string, unknown>) {
  const said: string[] = [];
  const context = quietContext({
    tools: async () => Promise.reject(new Error('no tool is needed')),
    say: (line) => said.push(line),
    warn: (line) => said.push(line),
  });
  const { json, text } = await action.run(action.options.parse({ dataset: out, ...options }), context);
  return { json, text, said };
}

const loaded = () => hashFile(join(folder, 'loaded')).then(Boolean, () => false);

describe('a dataset of a user’s own module', () => {
  it('is explained from its rows and ledger, without loading the module', async () => {
    const { text, said } = await explain({ row: 'opens the door' });
    expect(text).toBe('test:1: A man opens the door.\nin: line 1 of test.jsonl\n  sentence: A man opens the door.');
    expect(said).toEqual([`codah is not built in; --benchmark ${relative('.', module)} adds what its module knows of the rows`]);
    expect((await explain({ row: 'no' })).json).toMatchObject({ in: false, ledger: [{ rule: 'too short' }] });
    expect(await loaded()).toBe(false);
  });

  it('is explained by the ids of the module where the user names it', async () => {
    const { json, said } = await explain({ row: 'second', benchmark: module });
    expect(json).toMatchObject({ in: true, splits: [{ line: 2, id: 'second' }] });
    expect(said).toEqual([]);
    expect(await loaded()).toBe(true);
  });

  it('warns of a module that is not the one it was built with', async () => {
    const other = join(folder, 'other.mjs');
    await writeFile(other, `${MODULE}// changed`);
    expect((await explain({ row: 'second', benchmark: other })).said).toEqual([
      expect.stringContaining(`${other} is not the module as it was when ${out} was made`),
    ]);
  });

  it('of a row that it has not says so', async () => {
    await expect(explain({ row: 'third' })).rejects.toThrow(`${out} has no row or dropped row "third"`);
  });
});
