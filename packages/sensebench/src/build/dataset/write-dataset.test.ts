import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hashFile, listFiles, readDatasetManifest, splitFile, writeFileAtomic, writeJson } from '../../files/index.ts';
import { openRows } from '../../report/index.ts';
import { croissantFaults } from './croissant.ts';
import type { DatasetContent } from './dataset-content.ts';
import { writeDataset } from './write-dataset.ts';

const row = z.object({
  id: z.string().describe('a number'),
  text: z.string().describe('a sentence'),
  note: z.string().optional().describe('never there'),
});
type Row = z.infer<typeof row>;

let folder: string;
let out: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-dataset-'));
  out = join(folder, 'out');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function content(own: Partial<DatasetContent<Row>> = {}): DatasetContent<Row> {
  return {
    benchmark: { name: 'sentences' },
    name: 'mine',
    summary: 'Some sentences.',
    citation: 'Nobody (2026)',
    collection: 'Written down.',
    limits: 'Few of them.',
    row,
    splits: { train: [{ id: '1', text: 'One.' }], test: lines([{ id: '2', text: 'Two <b>.' }]), dev: [] },
    ledger: [
      { step: 'my-own-step', rule: 'too short', ids: ['3'] },
      { step: 'my-own-step', rule: 'too short', ids: ['4'] },
    ],
    stats: { sentences: 2 },
    sources: [{ name: 'mine.txt', sha256: 'ab' }],
    people: [],
    config: { least: 1 },
    seed: 1,
    versions: { sensebench: '0.0.0' },
    ...own,
  };
}

async function* lines<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}

const text = (file: string) => readFile(join(out, file), 'utf8');
const metadata = async () => JSON.parse(await text('croissant.json')) as Record<string, unknown>;

describe('writeDataset', () => {
  it('rounds statistics to digits that are the same everywhere', async () => {
    await writeDataset(out, content({ stats: { share: 0.1 + 0.2, parts: [1 / 3, 7, null], '10': 1e-9 / 3 } }));
    expect(JSON.parse(await text('stats.json'))).toEqual({ share: 0.3, parts: [0.333333333333, 7, null], '10': 3.33333333333e-10 });
  });

  it('writes every part from one description, and counts rows and drops of any step', async () => {
    expect(await writeDataset(out, content())).toEqual({
      rows: { train: 1, test: 1, dev: 0 },
      dropped: { 'my-own-step': { 'too short': 2 } },
    });
    expect(await listFiles(out)).toEqual(
      [
        'README.md',
        'croissant.json',
        'dataset.json',
        'dev.jsonl',
        'ledger.jsonl',
        'report.html',
        'stats.json',
        'test.jsonl',
        'train.jsonl',
      ].sort(),
    );
    expect(await text('test.jsonl')).toBe('{"id":"2","text":"Two <b>."}\n');
    expect(croissantFaults(await metadata())).toEqual([]);
    const page = await text('report.html');
    const { document } = parseHTML(page);
    const dataOf = (id: string) => JSON.parse(document.getElementById(id)?.textContent ?? '');
    const rows = openRows(dataOf('rows-data'), () => dataOf('rows-blocks'));
    expect(rows.names()).toEqual(['train.jsonl:1', 'test.jsonl:1']);
    expect(rows.rowAt(1).values).toContain('Two <b>.');
    expect(page).toContain('my-own-step');
  });

  it('lists every other file with its hash and size in dataset.json', async () => {
    const extra = { path: 'training/t5.jsonl', description: 'for training', write: (file: string) => writeJson(file, {}) };
    await writeDataset(out, content({ extras: [extra] }));
    const { files, format, splits, benchmark, sources } = await readDatasetManifest(out);
    expect({ format, benchmark, sources }).toEqual({ format: 2, benchmark: 'sentences', sources: [{ name: 'mine.txt', sha256: 'ab' }] });
    expect(Object.keys(files ?? {}).sort()).toEqual((await listFiles(out)).filter((file) => file !== 'dataset.json'));
    for (const [path, { sha256, bytes }] of Object.entries(files ?? {})) {
      expect(sha256, path).toBe(await hashFile(join(out, path)));
      expect(bytes, path).toBe((await stat(join(out, path))).size);
    }
    expect(splits.train).toEqual({ rows: 1, sha256: files?.['train.jsonl'].sha256 });
  });

  it('describes fields once, from the schema: those that occur', async () => {
    await writeDataset(out, content());
    expect(await text('README.md')).toContain('| text | text | a sentence |');
    expect(await text('README.md')).not.toContain('never there');
    const { recordSet } = await metadata();
    expect(recordSet).toMatchObject([
      { name: 'train', field: [{ name: 'id' }, { name: 'text', description: 'a sentence', dataType: 'sc:Text' }] },
      { name: 'test' },
    ]);
    expect(recordSet).toHaveLength(2);
  });

  it('says nothing of licence, address, creator and date where nobody gave them', async () => {
    await writeDataset(out, content({ licences: ['unknown'] }));
    for (const property of ['license', 'url', 'creator', 'datePublished']) expect(await metadata()).not.toHaveProperty(property);
    expect(await text('README.md')).not.toMatch(/^license:/m);
    const given = { licences: ['MIT'], url: 'https://example.org/d', creator: 'Me', published: '2026-01-31' };
    await writeDataset(join(folder, 'given'), content(given));
    expect(JSON.parse(await readFile(join(folder, 'given', 'croissant.json'), 'utf8'))).toMatchObject({
      license: ['https://spdx.org/licenses/MIT'],
      url: 'https://example.org/d',
      creator: { name: 'Me' },
      datePublished: '2026-01-31',
    });
  });

  it('marks simulated decisions in the card, in Croissant and in dataset.json', async () => {
    const people = [{ task: 'sentences/rating', annotators: 2, decisions: 4, simulated: true, text: 'Each sentence was rated.' }];
    await writeDataset(out, content({ people }));
    expect(await text('README.md')).toContain('Simulated: no person gave these decisions. sentences/rating: 4 decisions of 2 annotators.');
    expect(await metadata()).toMatchObject({
      'rai:dataLimitations': 'The decisions of sentences/rating are simulated: no person gave them. Few of them.',
      'rai:dataAnnotationProtocol': expect.stringMatching(/^Simulated: /),
    });
    expect((await readDatasetManifest(out)).people).toEqual(people);
  });

  it('gives the same bytes for the same content, wherever it is written', async () => {
    await writeDataset(out, content());
    await writeDataset(`${folder}/./else/../else/where/`, content());
    for (const file of await listFiles(out))
      expect(await readFile(join(folder, 'else', 'where', file), 'utf8'), file).toBe(await text(file));
  });

  it('records the module of a user’s own benchmark by its place and hash', async () => {
    await writeDataset(out, content({ benchmark: { name: 'mine', module: join(folder, 'mine.mjs'), sha256: 'a'.repeat(64) } }));
    expect((await readDatasetManifest(out)).module).toEqual({ path: '../mine.mjs', sha256: 'a'.repeat(64) });
  });

  it('with force keeps an edited card under another name, and says so', async () => {
    await writeDataset(out, content());
    await writeFileAtomic(join(out, 'README.md'), 'my own words');
    const said: string[] = [];
    await writeDataset(out, content({ summary: 'Others.' }), { force: true, say: (line) => said.push(line) });
    expect(await text('README.md.kept')).toBe('my own words');
    expect(said).toEqual([`${out}/README.md: was changed since sensebench wrote it, so it was kept as README.md.kept`]);
  });

  it.each([
    ['stats.json', /"stats\.json" occurs twice/],
    ['train.jsonl', /"train\.jsonl" occurs twice/],
    ['../elsewhere', /"\.\.\/elsewhere" cannot be a file of a dataset folder/],
  ])('refuses the extra file %s', async (path, message) => {
    const extras = [{ path, description: '', write: (file: string) => writeFileAtomic(file, '') }];
    await expect(writeDataset(out, content({ extras }))).rejects.toThrow(message);
  });
});

describe('dataset folders of other formats', () => {
  it('of format 1 are read', async () => {
    const old = {
      benchmark: 'b',
      config: {},
      seed: 1,
      versions: {},
      sources: { 'a.txt': 'h' },
      splits: { test: { rows: 1, sha256: 'x' } },
    };
    await writeJson(join(out, 'dataset.json'), old);
    await writeFileAtomic(join(out, 'test.jsonl'), '{}\n');
    expect(await readDatasetManifest(out)).toMatchObject({ format: 1, sources: [{ name: 'a.txt', sha256: 'h' }] });
    expect(splitFile(out)).toBe(join(out, 'test.jsonl'));
  });

  it('of a newer one are refused in one line, by whatever reads a split', async () => {
    await writeJson(join(out, 'dataset.json'), { format: 3, versions: { sensebench: '9.0.0' } });
    await writeFileAtomic(join(out, 'test.jsonl'), '{}\n');
    const message = `${out}: has format 3, and this sensebench reads formats up to 2; open it with sensebench 9.0.0 or later`;
    expect(() => splitFile(out)).toThrow(message);
    await expect(readDatasetManifest(out)).rejects.toThrow(message);
  });
});
