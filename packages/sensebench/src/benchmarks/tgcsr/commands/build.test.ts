/** The whole way of one of our own contexts: author → rate → ground truth → dataset → starter kit → scored submission. */
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { InputError, type Item, type Metric } from '@sensebench/metrics/internal/core';
import { score } from '@sensebench/metrics/internal/metrics';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { quietContext } from '../../../../../../test/quiet-context.ts';
import { croissantFaults } from '../../../build/index.ts';
import { readDatasetManifest, readJson, readRows, writeXlsx } from '../../../files/index.ts';
import { composeContext } from '../author/compose-context.ts';
import { readContext } from '../author/read-context.ts';
import { tgcsr } from '../benchmark.ts';
import { type PairRow, pairRowSchema, type TgcsrItem } from '../item.ts';
import { starterKit } from '../kit/starter-kit.ts';
import { annotationWorkbook } from '../ratings/annotation-workbook.ts';
import { readRatingsOf } from '../ratings-options.ts';
import { GORDON_HOBBS as taxonomy } from '../taxonomy/taxonomy.ts';
import { build } from './build.ts';
import { ceiling } from './ceiling.ts';

/** A datasheet.yaml with this text. */
function datasheet(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'tgcsr-datasheet-')), 'datasheet.yaml');
  writeFileSync(path, `${text}\n`);
  return path;
}

const corpus = fileURLToPath(new URL('../../../../../../corpus/tgcsr', import.meta.url));
const said: string[] = [];
const context = quietContext({
  tools: async () => ({ tokens: () => [], analyse: async () => [] }),
  warn: (line) => said.push(line),
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-tgcsr-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(options: Record<string, unknown>): Promise<{ rows: Record<string, number>; dropped: unknown; findings: unknown[] }> {
  const { json } = await build.run(build.options.parse(options), context);
  return json as { rows: Record<string, number>; dropped: unknown; findings: unknown[] };
}

const house = { author: join(corpus, 'moving-house'), ratings: [join(corpus, 'moving-house', 'ratings.csv')] };

async function items(path: string, split: string): Promise<TgcsrItem[]> {
  const found: TgcsrItem[] = [];
  for await (const item of tgcsr.read(path, { split })) found.push(item);
  return found;
}

describe('a context of our own', () => {
  it('becomes a dataset folder with everything in it', async () => {
    const out = join(folder, 'house');
    const { rows, findings } = await run({ ...house, out, datasheet: datasheet('licence: CC-BY-4.0') });
    expect(rows.train + rows.dev + rows.test).toBe(340);
    for (const split of ['train', 'dev', 'test']) {
      expect(new Set((await items(out, split)).map(({ meta }) => meta.category)).size, split).toBe(9);
    }
    expect(findings).toEqual([]);
    const manifest = await readDatasetManifest(out);
    expect(manifest.benchmark).toBe('tgcsr');
    expect(manifest.people).toMatchObject([{ task: 'tgcsr/rating', annotators: 5, simulated: true }]);
    expect(await readFile(join(out, 'README.md'), 'utf8')).toContain('Simulated: no person gave these decisions.');
    expect(manifest.splits.test.rows).toBe(rows.test);
    const metadata = await readJson(join(out, 'croissant.json'), z.record(z.string(), z.unknown()));
    expect(croissantFaults(metadata)).toEqual([]);
    expect(metadata['rai:dataLimitations']).toMatch(/^The decisions of tgcsr\/rating are simulated: no person gave them\./);
    for (const property of ['url', 'datePublished']) expect(metadata).not.toHaveProperty(property);
    expect(metadata.recordSet).toMatchObject([{ name: 'train' }, { name: 'dev' }, { name: 'test' }]);
    expect(await readFile(join(out, 'README.md'), 'utf8')).toMatch(/\nlicense: cc-by-4.0\n/);
    const report = await readFile(join(out, 'report.html'), 'utf8');
    for (const part of ['Human score', 'Agreement', 'Threshold', '<svg']) expect(report).toContain(part);
    const { f1, perSplit } = (await ceiling.run(ceiling.options.parse({ ratings: house.ratings, dataset: out, resamples: 20 }), context))
      .json as {
      f1: number;
      perSplit: Record<string, { pairs: number }>;
    };
    expect(f1).toBeGreaterThan(0.7);
    expect(perSplit.test.pairs).toBe(rows.test);
  });

  it('is the same to the byte when built again, and refuses to write over a folder', async () => {
    const [a, b] = [join(folder, 'house'), join(folder, 'again')];
    await run({ author: `${house.author}/../moving-house/`, ratings: house.ratings, out: b, datasheet: datasheet('licence: CC-BY-4.0') });
    for (const file of ['dataset.json', 'train.jsonl', 'test.jsonl', 'stats.json', 'croissant.json', 'README.md', 'report.html']) {
      expect(await readFile(join(a, file), 'utf8'), file).toBe(await readFile(join(b, file), 'utf8'));
    }
    await expect(run({ ...house, out: a })).rejects.toThrow(InputError);
  });

  it('is rated in workbooks as in CSV', async () => {
    const { authored } = await readContext(house.author, { taxonomy });
    const { context: composed } = composeContext(authored, { taxonomy });
    const csv = await readRatingsOf(composed, house.ratings);
    const given = new Map(csv.pairs.map(({ id, values }) => [id, values]));
    const sheets = annotationWorkbook(composed, { annotator: 'B' }).map(({ sheet, rows }, tab) => ({
      sheet,
      rows: rows.map((row, i) =>
        tab === 0 || i === 0 ? row : [...row.slice(0, 4), given.get(`moving-house/${row[0]}/${row[2]}`)?.[1] ?? null, null],
      ),
    }));
    const path = join(folder, 'B.xlsx');
    await writeXlsx(path, sheets);
    const { pairs } = await readRatingsOf(composed, path);
    expect(pairs).toHaveLength(340);
    for (const { id, values } of pairs) expect(values, id).toEqual([given.get(id)?.[1]]);
  });

  it('removes and lists what annotators do not agree on', async () => {
    const out = join(folder, 'strict');
    const { rows, dropped } = await run({ ...house, out, minAgreement: 0.75, minRatings: 5 });
    const ledger = await readRows(join(out, 'ledger.jsonl'), z.object({ step: z.string(), rule: z.string(), ids: z.array(z.string()) }));
    expect(rows.train + rows.dev + rows.test + ledger.length).toBe(340);
    expect(Object.keys((dropped as { filter: object }).filter).sort()).toEqual(['no agreement', 'too few ratings']);
  });

  it('gives figures by groups of people without saying who is in them', async () => {
    const out = join(folder, 'people');
    const background = join(folder, 'background.csv');
    await writeFile(background, 'annotator,age,town\nA,young,x\nB,young,y\nC,young,x\nD,old,x\nE,old,z\n');
    await run({ ...house, out, background, backgroundColumns: ['age'], minGroup: 2 });
    const { people } = await readJson(
      join(out, 'stats.json'),
      z.looseObject({ people: z.looseObject({ columns: z.record(z.string(), z.unknown()) }) }),
    );
    expect(people.columns).toMatchObject({
      age: {
        groups: [
          { value: 'old', people: 2 },
          { value: 'young', people: 3 },
        ],
        tooSmall: 0,
      },
    });
    expect(await readFile(join(out, 'README.md'), 'utf8')).toContain('who is in which group is not in this dataset');
    expect(await readFile(join(out, 'report.html'), 'utf8')).toContain('Whose common sense?');
    for (const file of ['dataset.json', 'ratings.jsonl', 'stats.json']) {
      expect(await readFile(join(out, file), 'utf8'), file).not.toMatch(/background\.csv|town/);
    }
    await expect(run({ ...house, out: join(folder, 'none'), backgroundColumns: ['age'] })).rejects.toThrow(
      /ratings have no background of the annotators for age/,
    );
  });

  it('lists comments by question, and answers on which authors and annotators differ', async () => {
    const author = join(folder, 'small.yaml');
    await writeFile(
      author,
      'id: small\ntitle: Small\ntheme: Rain.\ncategories:\n  - name: Time\n    questions:\n      - { id: 1, text: When?, options: [{ id: 1, text: Now, correct: true }, { id: 2, text: Never, correct: true }] }\n      - { id: 2, text: How soon?, correct: [1] }\n',
    );
    const ratings = join(folder, 'small.csv');
    await writeFile(
      ratings,
      'questionID,answerID,category,A,B,A comment\n1,1,Time,4,4,\n1,2,Time,1,1,<who> knows\n2,1,Time,4,3,\n2,2,Time,1,1,\n',
    );
    const out = join(folder, 'small');
    const { marks } = (await run({ author, ratings: [ratings], out, phase: 4 })) as unknown as { marks: object };
    expect(marks).toEqual({
      marked: 3,
      compared: 3,
      agree: 2,
      disagreements: [{ id: 'small/1/2', question: 'When?', answer: 'Never', marked: 'correct', label: 'no', yesShare: 0 }],
    });
    const report = await readFile(join(out, 'report.html'), 'utf8');
    expect(report).toContain('<h3>Time: When?</h3><ul><li>“Never”, A (1): &lt;who&gt; knows</li></ul>');
    expect(report).toContain('Authors and annotators agree on 2 of 3 marked answers; they differ on 1');
  });

  it('ends at zero-shot in the fourth phase, and its kit says so', async () => {
    const out = join(folder, 'zero');
    expect((await run({ ...house, out, phase: 4 })).rows).toEqual({ train: 0, dev: 0, test: 340 });
    const { files } = await starterKit(out);
    expect(Object.keys(files)).not.toContain('data/train.jsonl');
    expect(files['README.md']).toContain('zero-shot');
  });

  it.each(['hosting-a-dinner', 'first-day-of-school', 'community-garden'])('%s is built without a finding', async (name) => {
    const { rows, findings } = await run({
      author: join(corpus, name),
      ratings: [join(corpus, name, 'ratings.csv')],
      out: join(folder, name),
    });
    expect(rows.train + rows.dev + rows.test).toBeGreaterThan(335);
    expect(findings).toEqual([]);
  });

  it('leaves ratings of a pair that the context does not have out', async () => {
    const ratings = join(folder, 'strange.csv');
    await writeFile(ratings, 'answerID,questionID,category,A,B\n1,1,Time,4,4\n99,1,Time,4,1\n');
    const { rows } = await run({ author: house.author, ratings: [ratings], out: join(folder, 'part') });
    expect(rows.train + rows.dev + rows.test).toBe(1);
    await writeFile(ratings, 'answerID,questionID,category,A,B\n99,1,Time,4,1\n');
    await expect(run({ author: house.author, ratings: [ratings], out: join(folder, 'no') })).rejects.toThrow(
      /strange\.csv:2, field "A": no decision is on an item of this dataset; the first is on "moving-house\/1\/99"/,
    );
  });
});

describe('the starter kit', () => {
  let kit: string;
  let test: PairRow[];
  beforeAll(async () => {
    const out = join(folder, 'house');
    const { zip } = await starterKit(out);
    expect((await starterKit(out)).zip).toEqual(zip);
    kit = join(folder, 'kit');
    for (const [name, data] of Object.entries(unzipSync(zip))) {
      await mkdir(dirname(join(kit, name)), { recursive: true });
      await writeFile(join(kit, name), strFromU8(data));
    }
    test = await readRows(join(out, 'test.jsonl'), pairRowSchema);
  });

  it('holds labels of train and dev, and none of the test', async () => {
    const labels = async (split: string) => (await readRows(join(kit, 'data', `${split}.jsonl`), pairRowSchema)).map(({ label }) => label);
    expect((await labels('train')).every((label) => label === 'yes' || label === 'no')).toBe(true);
    expect((await labels('test')).every((label) => label === undefined)).toBe(true);
    expect(await readFile(join(kit, 'data', 'test.jsonl'), 'utf8')).not.toMatch(/"(label|average|agreement|yesShare)"/);
    expect(await readFile(join(folder, 'house', 'context.json'), 'utf8')).toMatch(/"correct"/);
    expect(await readFile(join(kit, 'data', 'context.json'), 'utf8')).not.toMatch(/correct/);
  });

  const check = async (name: string, text: string) => {
    await writeFile(join(kit, name), text);
    return promisify(execFile)(process.execPath, [join(kit, 'check.mjs'), join(kit, name)]).then(
      ({ stdout }) => stdout.trim().replace(`${kit}/`, ''),
      (error: { stderr: string }) => error.stderr.trim().replace(`${kit}/`, ''),
    );
  };
  const lines = (rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

  it('has a checker that says what is wrong with a submission', async () => {
    const right = test.map(({ id }) => ({ id, prediction: 'no' }));
    expect(await check('s.jsonl', lines(right))).toBe(`s.jsonl: fine, ${test.length} predictions, 0 of them yes`);
    expect(await check('s.jsonl', lines(right.slice(1)))).toBe(`s.jsonl: 1 pairs have no prediction, the first is "${test[0].id}"`);
    expect(await check('s.jsonl', lines([{ ...right[0], prediction: 'maybe' }]))).toBe('s.jsonl:1: the prediction must be "yes" or "no"');
    expect(await check('s.jsonl', lines([{ id: 'x/1/2', prediction: 'no' }]))).toBe('s.jsonl:1: "x/1/2" is not a pair of the test');
  });

  it('leads to a submission that is scored: all right is 1, all no is 0 with the bias exposed, one slip is in between', async () => {
    const pairs = await items(join(folder, 'house'), 'test');
    const scored = async (predict: (item: Item, i: number) => string) =>
      await score({
        items: pairs,
        predictions: pairs.map((item, i) => ({ id: item.id, prediction: predict(item, i) })),
        metrics: tgcsr.metrics,
        ownMetrics: tgcsr.ownMetrics as readonly Metric[],
        breakdowns: tgcsr.breakdowns,
      });
    const right = await scored((item) => item.references[0]);
    expect(right.corpus).toMatchObject({ f1: 1, accuracy: 1 });
    const categories = Object.values(right.breakdowns?.category ?? {});
    expect(categories).toHaveLength(9);
    expect(categories.reduce((sum, group) => sum + group.items, 0)).toBe(test.length);
    const no = await scored(() => 'no');
    expect(no.corpus).toMatchObject({ f1: 0, recall: 0, precision: null, yesShare: 0 });
    const yes = test.filter(({ label }) => label === 'yes').length;
    const slip = pairs.findIndex((item) => item.references[0] === 'yes');
    expect((await scored((item, i) => (i === slip ? 'no' : item.references[0]))).corpus.f1).toBeCloseTo(
      (2 * (yes - 1)) / (2 * (yes - 1) + 1),
      12,
    );
  });

  it('cannot be scored against itself: its labels are withheld', async () => {
    const pairs = await items(join(kit, 'data', 'test.jsonl'), 'test');
    await expect(
      score({ items: pairs, predictions: pairs.map(() => 'no'), metrics: tgcsr.metrics, ownMetrics: tgcsr.ownMetrics }),
    ).rejects.toThrow(/has no label/);
  });
});
