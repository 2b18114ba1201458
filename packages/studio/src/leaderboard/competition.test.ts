import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { type Benchmark, createRandom, type Item, type PublishedRow, type Scorer } from 'sensebench/internal/core';
import { readArchive, writeArchive } from 'sensebench/internal/files';
import { measure } from 'sensebench/internal/metrics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSeal } from './bundle/seal.ts';
import {
  type Board,
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
  type PublicContent,
  parsePhases,
  predictionLines,
  type ScoredSubmission,
  type SealedContent,
  type SealOptions,
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
    expect(scores.get('s0')?.parts.private?.signatures.f1).toMatch(/^classification\|.*ci:cluster-robust\|unit:question/);
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
  it('shows new best scores of an account, rounded, and nothing that other scores could be read from', async () => {
    const running = await board(MIDDLE);
    expect(running).toMatchObject({ feedback: 'ladder', part: 'public' });
    for (const row of running.rows.filter(({ kind }) => kind === 'submission')) {
      expect(row).toMatchObject({ scores: {}, breakdowns: {}, signatures: {} });
      expect(row).not.toHaveProperty('interval');
      expect(row).not.toHaveProperty('account');
      expect(row.name).toMatch(/^Anonymous \d$/);
      expect((row.value ?? 0) * items.parts.public.length).toBeCloseTo(Math.round((row.value ?? 0) * items.parts.public.length), 6);
    }
    const own = (id: string) => running.rows.find((row) => row.id === id);
    expect(own('s0')?.rank).toBe(1);
    expect(own('s0')?.value).toBeCloseTo(scores.get('s0')?.parts.public?.standing.value ?? 0, 1);
    // A weaker second model of one account.
    expect(own('s2')).toMatchObject({ value: null, rank: null, missing: 'not above the account’s best so far by more than chance' });
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
  const gold = { '1/test.jsonl': new TextEncoder().encode(test.map((item) => `${JSON.stringify(item)}\n`).join('')) };
  const { commitment, opening } = commitTo(gold, () => Buffer.alloc(32, 7));
  const passphrase = 'a long passphrase';
  const shown = (): PublicContent => ({ benchmark: 'pairs', competition, boards: [final], commitment });
  const sealed = (): SealedContent => ({
    dataset: 'abc',
    competition,
    submissions,
    predictions: new Map(Array.from(predictions, ([id, own]) => [id, predictionLines(own)])),
    scores,
    references: [{ phase: 'one', name: 'Human', scored: human }],
    gold,
    opening,
  });
  const seal = (): SealOptions => ({ content: sealed(), passphrase, workFactor: 10 });
  const filesOf = async (archive: Uint8Array) =>
    Object.fromEntries(await readArchive(archive, { file: 'b', mostBytes: 1e9, mostFiles: 1000 }));

  it('comes back as it was with the passphrase, and gives the same board', async () => {
    const { archive, digest } = await exportBundle(shown(), seal());
    const imported = await importBundle(archive, { digest, passphrase });
    expect({ ...imported.sealed, gold: {} }).toEqual({ ...sealed(), gold: {} });
    expect(Object.entries(imported.sealed?.gold ?? {}).map(([name, own]) => [name, Buffer.from(own).toString()])).toEqual(
      Object.entries(gold).map(([name, own]) => [name, Buffer.from(own).toString()]),
    );
    const again = await makeBoard({
      ...{ phase: competition.phases[0], at: END, published, sizes: { pairs: items.scored.length }, unit: 'question' },
      submissions: imported.sealed?.submissions ?? [],
      scores: imported.sealed?.scores ?? new Map(),
      references: imported.sealed?.references.map(({ phase: _phase, ...own }) => own),
      units: boardUnits(items, benchmark.units),
    });
    expect(JSON.stringify(again)).toBe(JSON.stringify(final));
  });

  it('without the passphrase gives what the pages show: boards and phases, not the seeds', async () => {
    const { archive, digest } = await exportBundle(shown(), seal());
    const imported = await importBundle(archive, { digest });
    expect(imported.sealed).toBeNull();
    expect(imported.content.boards).toEqual([JSON.parse(JSON.stringify(final))]);
    expect(imported.content.competition.phases[0].public).toEqual({ share: 0.5, seed: 1 });
    expect(competition.phases[0].public.seed).toBe(3);
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

  it('without a seal has the same bytes again', async () => {
    const { archive, digest } = await exportBundle(shown());
    const { content } = await importBundle(archive, { digest });
    expect(Buffer.from((await exportBundle(content)).archive).equals(Buffer.from(archive))).toBe(true);
    await expect(importBundle(archive, { passphrase })).rejects.toThrow('bundle: has no sealed part: it was exported without a passphrase');
  });

  it('shows any change', async () => {
    const { archive, digest } = await exportBundle(shown(), seal());
    const files = await filesOf(archive);
    const text = (name: string) => new TextDecoder().decode(files[name]);
    await expect(importBundle(writeArchive({ ...files, 'board.json': text('board.json').replace('0.', '1.') }))).rejects.toThrow(
      'bundle/board.json: was modified',
    );
    await expect(importBundle(writeArchive({ ...files, 'extra.txt': 'x' }))).rejects.toThrow('is not listed');
    const { 'board.json': _board, ...less } = files;
    await expect(importBundle(writeArchive(less))).rejects.toThrow('is listed in bundle.json but missing');
    // Who changes bundle.json too is found by the published digest.
    const forged = writeArchive({ ...files, 'bundle.json': text('bundle.json').replace('"pairs"', '"pears"') });
    await expect(importBundle(forged, { digest })).rejects.toThrow('has the digest');
    await expect(importBundle(archive.subarray(0, 500))).rejects.toThrow('is not a zip archive');
  });

  it('with a link that is a script is refused, in its boards and under the seal', async () => {
    const links = ['javascript:alert(1)'];
    const boards = [{ ...final, rows: final.rows.map((row) => ({ ...row, links })) }];
    await expect(importBundle((await exportBundle({ ...shown(), boards })).archive)).rejects.toThrow('is not a board');
    const content = { ...sealed(), submissions: submissions.map((own) => ({ ...own, links })) };
    const { archive } = await exportBundle(shown(), { ...seal(), content });
    await expect(importBundle(archive, { passphrase })).rejects.toThrow('submissions.jsonl:1, field "links.0": is not a web address');
  });

  it('of the format before is refused by name: its scores were in plain text', async () => {
    const files = await filesOf((await exportBundle(shown())).archive);
    const manifest = new TextDecoder().decode(files['bundle.json']).replace('"format":2', '"format":1');
    await expect(importBundle(writeArchive({ ...files, 'bundle.json': manifest }))).rejects.toThrow(
      'bundle/bundle.json, field "format": is not 2, the format that this version reads',
    );
  });

  it('keeps submissions, predictions, scores, references and gold under the passphrase, with nothing that confirms a guess of them', async () => {
    const { archive } = await exportBundle(shown(), seal());
    expect(Object.keys(unzipSync(archive)).sort()).toEqual([
      'board.json',
      'bundle.json',
      'commitment.json',
      'competition.json',
      'sealed.zip.age',
    ]);
    // Two exports differ in what is encrypted, and in its hash and nothing else.
    const [first, second] = await Promise.all(
      [archive, (await exportBundle(shown(), seal())).archive].map(async (each) => {
        const { 'sealed.zip.age': hidden, 'bundle.json': manifest, ...rest } = await filesOf(each);
        return { hidden: Buffer.from(hidden), files: JSON.parse(new TextDecoder().decode(manifest)).files, rest };
      }),
    );
    expect(first.hidden.equals(second.hidden)).toBe(false);
    expect(first.files['sealed.zip.age'].sha256).not.toBe(second.files['sealed.zip.age'].sha256);
    expect(first.rest).toEqual(second.rest);
  });

  it('is opened by its passphrase alone, and only whole', async () => {
    const { archive } = await exportBundle(shown(), seal());
    await expect(importBundle(archive, { passphrase: 'another passphrase' })).rejects.toThrow(
      'bundle/sealed.zip.age: cannot be opened: the passphrase is wrong or the file was modified',
    );
    const { 'sealed.zip.age': hidden } = await filesOf(archive);
    const broken = Uint8Array.from(hidden);
    broken[broken.length - 5] ^= 1;
    await expect(openSeal(broken, passphrase, { file: 'x', mostBytes: 1e9, mostFiles: 1000 })).rejects.toThrow('was modified');
    await expect(exportBundle(shown(), { ...seal(), passphrase: 'short' })).rejects.toThrow('too short');
  });

  it('is opened by the age command', async (context) => {
    if (spawnSync('age', ['--version']).status !== 0 || spawnSync('script', ['--version']).status !== 0) {
      context.skip('age or script is not installed');
      return;
    }
    const { 'sealed.zip.age': hidden } = await filesOf((await exportBundle(shown(), { content: sealed(), passphrase })).archive);
    writeFileSync(join(folder, 'sealed.zip.age'), hidden);
    // age asks at a terminal.
    spawnSync('script', ['-qec', 'age -d -o sealed.zip sealed.zip.age', '/dev/null'], { cwd: folder, input: `${passphrase}\n` });
    const files = unzipSync(readFileSync(join(folder, 'sealed.zip')));
    expect(Buffer.from(files['gold/1/test.jsonl']).equals(Buffer.from(gold['1/test.jsonl']))).toBe(true);
  });

  it('does not let a file be changed after the commitment', () => {
    verifyOpening(commitment, gold, opening);
    expect(() => verifyOpening(commitment, { '1/test.jsonl': new TextEncoder().encode('{}') }, opening)).toThrow(
      '1/test.jsonl: does not match the commitment',
    );
    expect(() => verifyOpening(commitment, {}, opening)).toThrow('is part of the commitment but missing');
    expect(() => verifyOpening(commitment, { ...gold, 'more.jsonl': new Uint8Array() }, opening)).toThrow('is not part of the commitment');
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
