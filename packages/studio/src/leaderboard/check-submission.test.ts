import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import type { Item } from 'sensebench/internal/core';
import { writeArchive } from 'sensebench/internal/files';
import { afterAll, describe, expect, it } from 'vitest';
import { checkSubmission, predictionLines } from './check-submission.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-check-'));
const scratch = join(folder, 'scratch');
mkdirSync(scratch);
afterAll(() => rmSync(folder, { recursive: true }));

const items: Item[] = ['a', 'b', 'c'].map((id) => ({ id, input: id, references: ['secret'], meta: {} }));
const yesNo = {
  name: 'yn',
  choices: () => [
    { label: 'yes', text: 'yes' },
    { label: 'no', text: 'no' },
  ],
};
const texts = { name: 'texts' };
const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const good = lines({ id: 'b', prediction: 'no' }, { id: 'a', prediction: 'yes' }, { id: 'c', prediction: 'yes' });
const run = {
  benchmark: 'yn',
  runner: 'mine',
  prompt: { name: 'p', sha256: 'x' },
  dataset: { name: 'd', sha256: 'x', items: 3 },
  options: {},
  seed: 1,
  versions: {},
};
const rowOf = (id: string, prediction: string) => ({ id, prediction, raw: prediction, repeat: 0, order: 0, examples: [], ms: 1 });
const runRows = lines(rowOf('a', 'yes'), rowOf('b', 'no'), rowOf('c', 'perhaps'));

function check(name: string, content: string | Uint8Array, benchmark: typeof yesNo | typeof texts = yesNo, mostBytes?: number) {
  const path = join(folder, `upload-${name}`);
  writeFileSync(path, content);
  return checkSubmission(path, { items, benchmark, name, scratch, mostBytes });
}

describe('a submission that is fine', () => {
  it.each([
    ['JSON Lines', 'p.jsonl', good],
    ['CSV', 'p.csv', 'id,prediction\nb,no\na,yes\nc,yes\n'],
    ['JSON', 'p.json', '{"a": "yes", "b": "no", "c": "yes"}'],
    ['text', 'p.txt', 'yes\nno\nyes\n'],
    ['gzip', 'p.jsonl.gz', gzipSync(good)],
  ])('as %s', async (_, name, content) => {
    const { predictions, from, sha256 } = await check(name, content);
    expect(predictions).toEqual([
      { id: 'a', prediction: 'yes' },
      { id: 'b', prediction: 'no' },
      { id: 'c', prediction: 'yes' },
    ]);
    expect([from, sha256]).toEqual(['file', (await check('again.jsonl', predictionLines(predictions))).sha256]);
  });

  it('as a run folder, as a zip of its files or of the folder; answers that name no label count as wrong', async () => {
    const own = join(folder, 'run');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'run.json'), JSON.stringify(run));
    writeFileSync(join(own, 'predictions.jsonl'), runRows);
    const fromFolder = await checkSubmission(own, { items, benchmark: yesNo, name: 'run', scratch });
    expect(fromFolder).toMatchObject({
      from: 'run',
      runner: 'mine',
      notes: ['1 of 3 predictions hold no answer, and count as wrong'],
    });
    const files = { 'run.json': JSON.stringify(run), 'predictions.jsonl': runRows };
    expect((await check('r.zip', writeArchive(files))).sha256).toBe(fromFolder.sha256);
    const nested = {
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`my run/${name}`, text])),
      '__MACOSX/my run/predictions.jsonl': '',
    };
    expect((await check('r.zip', writeArchive(nested))).sha256).toBe(fromFolder.sha256);
    expect(readdirSync(scratch)).toEqual([]);
  });

  it('never loads a module that a run names', async () => {
    const module = join(folder, 'evil.mjs');
    writeFileSync(module, 'globalThis.loadedByASubmission = true; export default {};');
    const files = {
      'run.json': JSON.stringify({ ...run, benchmark: module, module: { path: module } }),
      'predictions.jsonl': runRows,
      'evil.mjs': 'x',
    };
    await expect(check('r.zip', writeArchive(files))).rejects.toThrow(
      /^r\.zip\/run\.json, field "benchmark": is a run of ".*evil\.mjs" \(expected yn\)$/,
    );
    await check('r.zip', writeArchive({ ...files, 'run.json': JSON.stringify({ ...run, module: { path: module } }) }));
    expect(globalThis).not.toHaveProperty('loadedByASubmission');
  });
});

describe('a submission that is wrong is refused with its line', () => {
  const wrong: [string, string, string | Uint8Array, RegExp, typeof texts?][] = [
    [
      'a missing id',
      'p.jsonl',
      lines({ id: 'a', prediction: 'yes' }),
      /^p\.jsonl: no prediction for "b" \(expected one for each of 3 items, 2 are missing\)$/,
    ],
    ['an extra id', 'p.jsonl', `${good}${lines({ id: 'z', prediction: 'no' })}`, /^p\.jsonl:4: "z" is not the id of an item$/],
    [
      'a doubled id',
      'p.jsonl',
      `${good}${lines({ id: 'a', prediction: 'no' })}`,
      /^p\.jsonl:4: a second prediction for "a" \(the first is in line 2\)$/,
    ],
    ['NaN', 'p.jsonl', `${lines({ id: 'a', prediction: 'yes' })}{"id": "b", "prediction": NaN}\n`, /^p\.jsonl:2: is not JSON/],
    ['a number', 'p.jsonl', `${lines({ id: 'a', prediction: 'yes' })}{"id": "b", "prediction": 1}\n`, /^p\.jsonl:2, field "prediction"/],
    ['nan in a table', 'p.csv', 'id,prediction\na,x\nb,nan\nc,y\n', /^p\.csv:3: the prediction for "b" is "nan", a missing value$/, texts],
    ['a wrong label', 'p.jsonl', good.replace('"no"', '"maybe"'), /^p\.jsonl:1: "maybe" is not a label of "b" \(expected yes, no\)$/],
    ['a wrong label in a text', 'p.txt', 'yes\nno\nsí\n', /^p\.txt:3: "sí" is not a label of "c"/],
    [
      'UTF-16 with a mark',
      'p.jsonl',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(good, 'utf16le')]),
      /^p\.jsonl: is UTF-16; save it as UTF-8$/,
    ],
    ['UTF-16 without one', 'p.jsonl', Buffer.from(good, 'utf16le'), /^p\.jsonl: is UTF-16/],
    ['nothing', 'p.jsonl', '', /^p\.jsonl: is empty/],
    ['blanks', 'p.csv', 'id,prediction\na,\nb,\nc,\n', /^p\.csv: all predictions are empty$/, texts],
    ['too few lines', 'p.txt', 'yes\nno\n', /^p\.txt: has 2 lines \(expected 3, one per item\)$/],
    ['an upload cut off', 'p.jsonl', good.slice(0, -20), /^p\.jsonl:3: is not JSON/],
    ['gzip cut off', 'p.gz', gzipSync(good).subarray(0, 40), /^p\.gz: the gzip data is cut off or broken$/],
    ['a zip cut off', 'r.zip', writeArchive({ 'predictions.jsonl': good }).subarray(0, 60), /^r\.zip: is not a zip archive$/],
    ['a zip without predictions', 'r.zip', writeArchive({ 'run.json': JSON.stringify(run) }), /^r\.zip: has no predictions\.jsonl/],
    [
      'two runs in a zip',
      'r.zip',
      writeArchive({ 'a/predictions.jsonl': good, 'b/predictions.jsonl': good }),
      /^r\.zip: holds 2 files called/,
    ],
    [
      'a bad line in a zip',
      'r.zip',
      writeArchive({ 'predictions.jsonl': '{"id": "a"}\n' }),
      /^r\.zip\/predictions\.jsonl:1, field "prediction": is missing/,
    ],
  ];
  it.each(wrong)('%s', async (_, name, content, message, benchmark) => {
    const refused = check(name, content, benchmark ?? yesNo);
    await expect(refused).rejects.toMatchObject({ name: 'InputError', message: expect.stringMatching(message) });
    await expect(refused).rejects.toThrow(/^(?![\s\S]*secret)[^\n]*$/);
    expect(readdirSync(scratch)).toEqual([]);
  });
});

describe('a hostile archive is refused', () => {
  const megabyte = 1 << 20;
  const link = () => {
    const bytes = Buffer.from(zipSync({ 'predictions.jsonl': [strToU8('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }] }));
    return bytes;
  };
  it.each([
    ['a path that leads out', () => zipSync({ '../../predictions.jsonl': strToU8(good) }), /leads out of the archive/],
    ['an absolute path', () => zipSync({ '/tmp/predictions.jsonl': strToU8(good) }), /leads out of the archive/],
    ['a path of Windows', () => zipSync({ 'C:\\predictions.jsonl': strToU8(good) }), /leads out of the archive/],
    ['a link', link, /is a link or a device/],
    [
      'too many files',
      () => zipSync(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}.txt`, strToU8('x')]))),
      /holds more than 200 files/,
    ],
    ['a zip bomb', () => zipSync({ 'predictions.jsonl': new Uint8Array(80 * megabyte) }, { level: 9 }), /unpacks to more than 32 MB/],
    [
      'a bomb of many files',
      () => zipSync(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}`, new Uint8Array(2 * megabyte)])), { level: 9 }),
      /unpacks to more than 32 MB/,
    ],
    ['a gzip bomb of short lines', () => gzipSync(Buffer.alloc(80 * megabyte, 'a\n')), /unpacks to more than 32 MB/],
    ['100 MB', () => Buffer.alloc(100 * megabyte, 'a\n'), /has more than 32 MB/],
  ])('%s', { timeout: 60_000 }, async (_, make, message) => {
    await expect(check('r.zip', make())).rejects.toMatchObject({ name: 'InputError', message: expect.stringMatching(message) });
    expect(readdirSync(scratch)).toEqual([]);
  });
});

describe('a hostile submission', () => {
  // Far behind the first line: whoever reads on finds this one.
  const broken = Buffer.concat([Buffer.alloc(1 << 20, '{}\n'), Buffer.from([0xff])]);

  it.each([
    ['whose first line is wrong', Buffer.concat([Buffer.from('{}\n'), broken]), 'h.jsonl:1, field "prediction": is missing'],
    ['that predicts an item twice', Buffer.concat([Buffer.from(good + good), broken]), 'h.jsonl:4: a second prediction for "b"'],
    ['of another item', Buffer.concat([Buffer.from('{"id":"z","prediction":"no"}\n'), broken]), 'h.jsonl:1: "z" is not the id of an item'],
  ])('%s ends the reading there', async (_, content, message) => {
    await expect(check('h.jsonl', content)).rejects.toThrow(message);
  });

  it.each([
    ['newlines', '\n'.repeat(20_000), 'has more than 13000 lines'],
    ['lines of text', 'yes\n'.repeat(20_000), 'has more than 13000 lines'],
    ['repeats of a run', good + '{"id":"a","prediction":"yes","repeat":1}\n'.repeat(20_000), 'has more than 13000 lines'],
    ['deep lists', '['.repeat(4_100_000), 'has more than 2000000 objects and lists in one JSON text'],
    ['deep lists in a line', `${'['.repeat(4_100_000)}\n[]`, 'has more than 2000000 objects and lists in one JSON text'],
    ['texts without ids', JSON.stringify(Array(2_000).fill('yes')), 'has more than 1000 predictions without ids'],
  ])('of too many %s is not read to its end', async (_, content, message) => {
    await expect(check('h.jsonl', content)).rejects.toThrow(message);
  });

  it('of too many fields is not read to its end', async () => {
    await expect(check('h.csv', `id,prediction\n${','.repeat(200_000)}`)).rejects.toThrow('h.csv:2: has more than 100000 delimiters');
  });

  it('with a long id is refused in a short line', async () => {
    const long = lines({ id: 'a'.repeat(100_000), prediction: 'yes' });
    for (const content of [long, long + long]) await expect(check('h.jsonl', content)).rejects.toThrow(/^.{1,300}$/);
  });
});
