import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Benchmark, createRandom, type Item, type PublishedRow, type Scorer } from '../core/index.ts';
import { readArchive, writeArchive } from '../files/index.ts';
import { measure } from '../metrics/index.ts';
import {
  type Board,
  type BundleContent,
  boardHistory,
  boardTables,
  boardUnits,
  commitTo,
  compareBoards,
  exportBundle,
  findGold,
  importBundle,
  itemsOfPhases,
  makeBoard,
  openBundleGold,
  parsePhases,
  predictionLines,
  type ScoredSubmission,
  type Submission,
  scoreSubmission,
  starterKit,
  staticPages,
  verifyOpening,
} from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-competition-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A benchmark of yes and no in two contexts, five pairs a question. */
const random = createRandom(11);
const test: Item[] = ['home', 'garden'].flatMap((context) =>
  Array.from({ length: 200 }, (_, n) => ({
    id: `${context}/${n}`,
    input: { question: `${context} ${Math.floor(n / 5)}`, answer: String(n) },
    references: [random.next() < 0.4 ? 'yes' : 'no'],
    meta: { context, yesShare: 0.5 },
  })),
);
for (const item of test) item.meta.yesShare = item.references[0] === 'yes' ? 0.7 + random.next() * 0.3 : random.next() * 0.3;
const benchmark: Benchmark = {
  name: 'pairs',
  title: 'Pairs',
  item: { parse: (value: unknown) => value } as Benchmark['item'],
  async *read() {
    yield* test;
  },
  prompts: {},
  metrics: ['classification'],
  breakdowns: { context: (item) => String(item.meta.context) },
  published: [],
  choices: () => ['yes', 'no'].map((label) => ({ label, text: label })),
  unit: 'question',
  units: (item) => [(item.input as { question: string }).question],
};
const scorer: Scorer = {
  measure: ({ items, predictions, intervals, signal }) =>
    measure({
      items,
      predictions,
      metrics: ['classification'],
      breakdowns: benchmark.breakdowns,
      units: benchmark.units,
      unit: benchmark.unit,
      intervals,
      signal,
    }),
};
const competition = parsePhases({
  title: 'Pairs',
  metrics: ['classification'],
  rank: 'f1',
  breakdowns: ['context'],
  public: { share: 0.5, seed: 3 },
  anonymous: true,
  phases: [
    {
      name: 'one',
      start: '2027-01-01T00:00:00Z',
      end: '2027-02-01T00:00:00Z',
      shown: [{ split: 'test', where: { context: ['home'] }, answers: 4 }],
    },
  ],
});
const [phase] = competition.phases;
const [items] = itemsOfPhases(competition, { splits: { test }, benchmark });

/** Right with this chance. */
const answers = (share: number, seed: string) => {
  const own = createRandom(seed);
  return items.scored.map(({ id, references }) => {
    const [right] = references;
    return { id, prediction: own.next() < share ? right : right === 'yes' ? 'no' : 'yes' };
  });
};
const sent = [
  { account: 'ada', row: 'large', share: 0.9, day: 10 },
  { account: 'ada', row: 'small', share: 0.6, day: 11, withdrawn: true },
  { account: 'ada', row: 'small', share: 0.65, day: 12 },
  { account: 'bo', row: 'mine', share: 0.88, day: 13 },
  { account: 'bo', row: 'mine', share: 0.5, day: 14 },
  { account: 'cy', row: 'never yes', share: -1, day: 14 },
];
const published: PublishedRow[] = [{ system: 'T0++', source: 'Table 2', split: 'test', sizes: { pairs: 173 }, scores: { f1: 0.603 } }];
const END = '2027-02-01T00:00:00Z';
const MIDDLE = '2027-01-20T00:00:00Z';

const submissions: Submission[] = sent.map(({ account, row, day, withdrawn }, i) => ({
  id: `s${i}`,
  account,
  row,
  phase: 'one',
  at: `2027-01-${day}T12:00:00Z`,
  state: 'done',
  order: i,
  ...(withdrawn ? { withdrawn } : {}),
  ...(i === 3 ? { final: true } : {}),
}));
const predictions = new Map(
  sent.map(({ share }, i) => [
    `s${i}`,
    share < 0 ? items.scored.map(({ id }) => ({ id, prediction: 'perhaps' })) : answers(share, `s${i}`),
  ]),
);
const scores = new Map<string, ScoredSubmission>();
let human: ScoredSubmission;
let final: Board;

const board = (at: string, more: object = {}) =>
  makeBoard({
    phase,
    at,
    submissions,
    scores,
    references: [{ name: 'Human', scored: human }],
    published,
    sizes: { pairs: items.scored.length },
    units: boardUnits(items, benchmark.units),
    unit: 'question',
    ...more,
  });

beforeAll(async () => {
  const options = { phase, items, benchmark, scorer };
  for (const [id, own] of predictions) scores.set(id, await scoreSubmission({ id, predictions: own }, options));
  human = await scoreSubmission({ id: 'human', predictions: answers(0.95, 'human') }, options);
  final = await board(END);
});

describe('scores of a submission', () => {
  it('are those of sensebench score, to the last digit, on all items and on each part', async () => {
    const own = predictions.get('s0') ?? [];
    const whole = await measure({
      items: items.scored,
      predictions: own,
      metrics: ['classification'],
      units: benchmark.units,
      unit: 'question',
    });
    expect(scores.get('s0')?.parts.all?.corpus).toEqual(whole.scores.corpus);
    const ids = new Set(items.parts.private);
    const part = await measure({
      items: items.scored.filter(({ id }) => ids.has(id)),
      predictions: own.filter(({ id }) => ids.has(id)),
      metrics: ['classification'],
    });
    expect(scores.get('s0')?.parts.private?.corpus).toEqual(part.scores.corpus);
    expect(scores.get('s0')?.parts.private?.signatures.f1).toMatch(/^classification\|.*ci:dyadic-robust\|unit:question/);
  });
});

describe('the board when the phase is over', () => {
  it('ranks rows by the private part: the chosen submission or the last one, with all attempts', () => {
    expect(final).toMatchObject({ feedback: 'final', part: 'private', items: items.parts.private.length });
    expect(
      final.rows.map(({ name, account, rank, attempts, accountAttempts }) => [name, account, rank, attempts, accountAttempts]),
    ).toEqual([
      ['Human', undefined, null, undefined, undefined],
      ...[expect.anything(), expect.anything(), expect.anything(), expect.anything()],
    ]);
    const ranks = new Map(final.rows.map((row) => [row.name, row]));
    expect(ranks.get('mine')).toMatchObject({ id: 's3', attempts: 2 });
    expect(ranks.get('small')).toMatchObject({ id: 's2', rank: 3, attempts: 2, accountAttempts: 3, likeBest: false });
    expect(ranks.get('large')).toMatchObject({ attempts: 1, likeBest: true, rankInterval: [1, 2] });
  });

  it('gives intervals, breakdowns and signatures, and a score of 0 is a score', () => {
    const [, best] = final.rows;
    expect(best.interval?.[0]).toBeLessThan(best.value ?? 0);
    expect(Object.keys(best.breakdowns.context)).toEqual(['garden', 'home']);
    expect(final.rows.at(-1)).toMatchObject({ name: 'never yes', rank: 4, value: 0 });
  });

  it('sets published rows of other data apart', async () => {
    expect([final.published, final.elsewhere]).toEqual([[], published]);
    const same = await board(END, {
      published: [{ ...published[0], sizes: { pairs: items.scored.length } }],
      phase: { ...phase, final: 'all' },
    });
    expect([same.published.length, same.elsewhere.length]).toEqual([1, 0]);
    const [table, other] = boardTables(final);
    expect(table.rows).toHaveLength(5);
    expect(other.caption).toBe('Published on other data (test, 173 pairs): not comparable with the rows above');
  });

  it('puts a row without a score last and says why', async () => {
    const own = new Map(scores);
    own.delete('s0');
    const { rows } = await board(END, { scores: own });
    expect(rows.at(-1)).toMatchObject({ name: 'large', rank: 4, value: null, missing: 'not scored' });
  });
});

describe('the board while the phase runs', () => {
  it('shows what the Ladder tells and nothing that scores could be read from', async () => {
    const running = await board(MIDDLE);
    expect(running).toMatchObject({ feedback: 'ladder', part: 'public' });
    for (const row of running.rows.filter(({ kind }) => kind === 'submission')) {
      expect(row).toMatchObject({ scores: {}, breakdowns: {}, signatures: {} });
      expect(row).not.toHaveProperty('interval');
      expect(row).not.toHaveProperty('account');
      expect(row.name).toMatch(/^Anonymous \d$/);
      expect((row.value ?? 0) * items.parts.public.length).toBeCloseTo(Math.round((row.value ?? 0) * items.parts.public.length), 6);
    }
    // A weaker second model of one account is told the best so far.
    const [large, small] = ['s0', 's2'].map((id) => running.rows.find((row) => row.id === id)?.value);
    expect(small).toBe(large);
  });

  it('shows public scores where the Ladder is off, and all to the owner', async () => {
    expect(await board(MIDDLE, { phase: { ...phase, ladder: false } })).toMatchObject({ feedback: 'public', part: 'public' });
    expect((await board(MIDDLE, { owner: true })).rows[1]).toHaveProperty('account');
  });
});

describe('changes', () => {
  it('are new rows and ranks since a date, and old and new ranks after a change of labels', async () => {
    const owner = { owner: true };
    const before = await board('2027-01-11T00:00:00Z', owner);
    const changes = compareBoards(before, await board(MIDDLE, owner));
    expect(changes.map(({ name, change }) => [name, change])).toContainEqual(['mine', 'new']);
    const other = new Map(scores).set('s3', { ...scores.get('s1')!, submission: 's3' });
    const relabelled = compareBoards(final, await board(END, { scores: other }));
    expect(relabelled.find(({ name }) => name === 'mine')).toMatchObject({ change: expect.stringMatching(/down|same/), rescored: true });
    expect(relabelled.find(({ name }) => name === 'large')).toMatchObject({ rescored: false });
  });

  it('make a history in the order of time', () => {
    const points = boardHistory(final);
    expect(points.map(({ name }) => name)).toEqual(['large', 'small', 'mine', 'never yes']);
    expect(points[0].leads).toBe(true);
  });
});

describe('the bundle', () => {
  const gold = { 'test.jsonl': new TextEncoder().encode(test.map((item) => `${JSON.stringify(item)}\n`).join('')) };
  const { commitment, opening } = commitTo(gold, () => Buffer.alloc(32, 7));
  const passphrase = 'a long passphrase';
  const content = (): BundleContent => ({
    benchmark: 'pairs',
    dataset: 'abc',
    competition,
    submissions,
    predictions: new Map(Array.from(predictions, ([id, own]) => [id, predictionLines(own)])),
    scores,
    references: [{ phase: 'one', name: 'Human', scored: human }],
    boards: [final],
    commitment,
  });

  it('comes back as it was and gives the same board and the same bytes', async () => {
    const { archive, digest } = await exportBundle(content());
    const imported = await importBundle(archive, { digest });
    expect(imported.content.scores).toEqual(scores);
    const again = await makeBoard({
      ...{ phase: imported.content.competition.phases[0], at: END, published, sizes: { pairs: items.scored.length }, unit: 'question' },
      submissions: imported.content.submissions,
      scores: imported.content.scores,
      references: imported.content.references.map(({ phase: _phase, ...own }) => own),
      units: boardUnits(items, benchmark.units),
    });
    expect(JSON.stringify(again)).toBe(JSON.stringify(final));
    expect(imported.content.boards).toEqual([JSON.parse(JSON.stringify(final))]);
    expect(Buffer.from((await exportBundle(imported.content)).archive).equals(Buffer.from(archive))).toBe(true);
    const pages = staticPages({ competition, boards: [final], digest });
    expect(
      JSON.stringify(staticPages({ competition: imported.content.competition, boards: imported.content.boards, digest: imported.digest })),
    ).toBe(JSON.stringify(pages));
    expect(pages.map(({ path }) => path)).toEqual([
      'index.html',
      'phases/1.html',
      ...final.rows.filter(({ kind }) => kind === 'submission').map(({ id }) => `submissions/${id}.html`),
    ]);
  });

  it('shows any change', async () => {
    const { archive, digest } = await exportBundle(content());
    const files = Object.fromEntries(await readArchive(archive, { file: 'b', mostBytes: 1e9, mostFiles: 1000 }));
    const text = (name: string) => new TextDecoder().decode(files[name]);
    await expect(importBundle(writeArchive({ ...files, 'scores/s0.json': text('scores/s0.json').replace('0.', '1.') }))).rejects.toThrow(
      'bundle/scores/s0.json: was changed',
    );
    await expect(importBundle(writeArchive({ ...files, 'extra.txt': 'x' }))).rejects.toThrow('is not listed');
    const { 'board.json': _board, ...less } = files;
    await expect(importBundle(writeArchive(less))).rejects.toThrow('is listed in bundle.json and missing');
    // Who changes bundle.json too is found by the published digest.
    const forged = writeArchive({ ...files, 'bundle.json': text('bundle.json').replace('"abc"', '"abd"') });
    await expect(importBundle(forged, { digest })).rejects.toThrow('has the digest');
    await expect(importBundle(archive.subarray(0, 500))).rejects.toThrow('is not a zip archive');
  });

  it('holds no gold but under the passphrase; opened, it is what was committed to', async () => {
    const { archive } = await exportBundle(content(), { gold: { files: gold, opening, passphrase, workFactor: 12 } });
    const imported = await importBundle(archive);
    const opened = await openBundleGold(imported, passphrase);
    expect(Object.keys(opened)).toEqual(['test.jsonl']);
    expect(Buffer.from(opened['test.jsonl']).equals(Buffer.from(gold['test.jsonl']))).toBe(true);
    await expect(openBundleGold(imported, 'another passphrase')).rejects.toThrow('the passphrase is wrong, or the file was changed');
    const { sealed } = imported;
    const broken = Uint8Array.from(sealed ?? []);
    broken[broken.length - 5] ^= 1;
    await expect(openBundleGold({ ...imported, sealed: broken }, passphrase)).rejects.toThrow('was changed');
    await expect(exportBundle(content(), { gold: { files: gold, opening, passphrase: 'short' } })).rejects.toThrow('too short');
    const names = Object.keys(unzipSync(archive));
    expect(names.filter((name) => /gold|test/.test(name))).toEqual(['gold.zip.age']);
  });

  it('is opened by the age command', async (context) => {
    if (spawnSync('age', ['--version']).status !== 0 || spawnSync('script', ['--version']).status !== 0) {
      context.skip('age or script is not installed');
      return;
    }
    const { archive } = await exportBundle(content(), { gold: { files: gold, opening, passphrase } });
    const { sealed } = await importBundle(archive);
    writeFileSync(join(folder, 'gold.zip.age'), sealed ?? '');
    // age asks at a terminal.
    spawnSync('script', ['-qec', 'age -d -o gold.zip gold.zip.age', '/dev/null'], { cwd: folder, input: `${passphrase}\n` });
    const files = unzipSync(readFileSync(join(folder, 'gold.zip')));
    expect(Buffer.from(files['test.jsonl']).equals(Buffer.from(gold['test.jsonl']))).toBe(true);
  });

  it('does not let a file be changed after the commitment', () => {
    verifyOpening(commitment, gold, opening);
    expect(() => verifyOpening(commitment, { 'test.jsonl': new TextEncoder().encode('{}') }, opening)).toThrow(
      'test.jsonl: is not the file that was committed to',
    );
    expect(() => verifyOpening(commitment, {}, opening)).toThrow('is missing');
    expect(() => verifyOpening(commitment, { ...gold, 'more.jsonl': new Uint8Array() }, opening)).toThrow('was not committed to');
    expect(Object.values(commitTo(gold).commitment.files)).not.toEqual(Object.values(commitTo(gold).commitment.files));
  });
});

describe('the starter kit', () => {
  const random = items.scored.map(({ id }, i) => ({ id, prediction: i % 2 ? 'yes' : 'no' }));
  const kit = () => starterKit({ competition, phase, items, benchmark, baselines: { random } });

  it('has the data without answers, and its own checker takes the baseline', () => {
    const { zip, files } = kit();
    expect(Object.keys(files).sort()).toEqual([
      'README.md',
      'baselines/random.jsonl',
      'check.mjs',
      'data/1-test-with-answers.jsonl',
      'data/1-test.jsonl',
      'data/to-predict.jsonl',
      'format.json',
      'ids.jsonl',
    ]);
    expect(Buffer.from(kit().zip).equals(Buffer.from(zip))).toBe(true);
    for (const [name, bytes] of Object.entries(unzipSync(zip))) if (!name.includes('/')) writeFileSync(join(folder, name), bytes);
    const check = (text: string) => {
      writeFileSync(join(folder, 'mine.jsonl'), text);
      const { status, stdout, stderr } = spawnSync(process.execPath, ['check.mjs', 'mine.jsonl'], { cwd: folder, encoding: 'utf8' });
      return [status, stdout + stderr];
    };
    expect(check(files['baselines/random.jsonl'])).toEqual([0, `mine.jsonl: fine, ${items.scored.length} predictions\n`]);
    expect(check(files['baselines/random.jsonl'].replace('"no"', '"maybe"'))).toEqual([
      1,
      'mine.jsonl:1: the prediction must be one of yes, no\n',
    ]);
  });

  it('tells no answer of an item that is scored', () => {
    const { zip } = kit();
    const files = Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
    expect(findGold(files, items.scored)).toEqual([]);
    const ids = new Set(items.scored.map(({ id }) => id));
    const answered = files['data/1-test-with-answers.jsonl']
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Item);
    expect(answered.length).toBe(20);
    expect(answered.filter(({ id }) => ids.has(id))).toEqual([]);
  });

  it('is not made where a row would tell: by the label, by a number beside it, by the text of a reference', () => {
    const make = (row: (item: Item) => Record<string, unknown>) => () => starterKit({ competition, phase, items, benchmark, row });
    expect(make(({ id, references }) => ({ id, label: references[0] }))).toThrow('the field "label" is the label');
    expect(make(({ id, meta }) => ({ id, meta }))).toThrow('the numbers of "meta.yesShare" tell the label');
    const scored = items.scored.map((item) => ({ ...item, references: [`A long sentence about ${item.id}.`] }));
    const input = { competition, phase, benchmark: { title: 'Texts' }, items: { ...items, scored } };
    expect(() => starterKit({ ...input, row: ({ id, references }) => ({ id, text: references[0] }) })).toThrow('the text of an answer');
    expect(() => starterKit(input)).not.toThrow();
  });
});
