import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ActionContext } from 'sensebench/internal/core';
import { readParquet } from 'sensebench/internal/files';
import { beforeAll, describe, expect, it } from 'vitest';
import { quietContext } from '../../../../../test/quiet-context.ts';
import { answerNext, CONCEPT_ROWS, makeDataset, makeRun, testStudio } from '../../../../../test/studio.ts';

const world = testStudio();
const SYSTEMS = ['one', 'two', 'three'];
const PAIRS = Array.from({ length: 8 }, (_, i) => ({
  keywords: ['July', 'summer', 'winter', `place${i}`],
  statement: `July is summer in place${i}. July is winter in Chile.`,
  ids: [`a::test::${i}`, `b::test::${i}`],
  keywords_pos: [0, 0, 1, 0],
  statements: [`July is summer in place${i}.`, 'July is winter in Chile.'],
}));
const CRITERIA = ['keywords', 'context', 'commonsense', 'antithesis', 'dependence'];
const all = (value: string) => Object.fromEntries(CRITERIA.map((name) => [name, value]));

let context: ActionContext;
let runs: string[] = [];

beforeAll(() => {
  context = quietContext({ tools: world.studio.app.tools, now: () => new Date() });
  makeDataset(world.folder, 'pairs', { benchmark: 'situatedgen', rows: PAIRS });
  const { sha256 } = makeDataset(world.folder, 'sets', { benchmark: 'commongen', rows: CONCEPT_ROWS });
  runs = SYSTEMS.map((name, place) =>
    makeRun(world.folder, name, {
      benchmark: 'commongen',
      sha256,
      outputs: Object.fromEntries(CONCEPT_ROWS.map((_, i) => [String(i), `Output ${i} ${'very '.repeat(place)}long.`])),
    }),
  );
});

/** What `sensebench agreement` says of the exported file. */
async function agreementOfExport(study: string, benchmark: string, options: (file: string) => object) {
  const { text } = await world.owner.call('GET', `/api/studies/${study}/decisions.jsonl`);
  const file = join(world.folder, `${study}.jsonl`);
  writeFileSync(file, text);
  const action = (await context.benchmark(benchmark)).actions?.agreement;
  const { json } = await action!.run(action!.options.parse(options(file)), context);
  return JSON.parse(JSON.stringify(json));
}

describe('the outcome', () => {
  it('has the κ and α that `sensebench agreement` says of the exported file', async () => {
    const study = await world.makeStudy({ dataset: 'pairs', task: 'situatedgen/filter', people: 2 });
    const [first, second] = [await world.join(study, 'annotator'), await world.join(study, 'annotator')];
    for (let i = 0; i < 8; i++) {
      await answerNext(first, () => ({ ...all('yes'), commonsense: i % 2 ? 'yes' : 'no' }));
      await answerNext(second, () => ({ ...all('yes'), commonsense: i % 4 < 2 ? 'yes' : 'no' }));
    }
    const { body } = await world.owner.call('GET', `/api/studies/${study}/outcome`);
    const said = await agreementOfExport(study, 'situatedgen', (file) => ({ decisions: [file] }));
    expect(body.json.outcome.overall.kappa).toBe(said.overall.kappa);
    expect(said.overall.kappa).not.toBeNull();
    const row = body.agreement[0].rows.find(([field]: string[]) => field === 'commonsense');
    expect(row[5].split(' ')[0]).toBe(body.json.agreement.fields.commonsense.pair.cohenKappa.toFixed(3));
    expect(said.overall.criteria.commonsense.kappa).toBe(body.json.agreement.fields.commonsense.pair.cohenKappa);
    expect(body.agreement[0].columns.map(({ label }: { label: string }) => label)).toContain("Krippendorff's α");
    const commonsense = body.answers.find(({ field }: { field: string }) => field === 'commonsense');
    expect(commonsense.bars).toEqual([
      { label: 'yes', count: 8 },
      { label: 'no', count: 8 },
      { label: 'unsure', count: 0 },
    ]);
    const viewer = await world.join(study, 'viewer');
    const seen = await viewer.call('GET', `/api/studies/${study}/outcome`);
    expect(seen.body.json).toBeNull();
    expect(seen.body.agreement[1].rows.map(([name]: string[]) => name)).toEqual(['annotator 1', 'annotator 2']);
  });

  it('is downloaded as CSV and Parquet with a column for each part of the value', async () => {
    const study = await world.makeStudy({ dataset: 'pairs', task: 'situatedgen/filter', people: 1 });
    await answerNext(await world.join(study, 'annotator', { label: '=Ana' }), () => ({ ...all('yes'), context: 'no' }));
    const csv = await world.owner.call('GET', `/api/studies/${study}/decisions.csv`);
    const [head, row, ...rest] = csv.text.trim().split('\n');
    expect(head).toMatch(/^item,annotator,keywords,context,commonsense,antithesis,dependence,at,/);
    // A spreadsheet would take the name for a formula.
    expect(row).toMatch(/,'=Ana,yes,no,yes,yes,yes,/);
    expect(rest).toEqual([]);
    expect(csv.headers.get('content-disposition')).toMatch(/situatedgen-filter-.{8}\.csv"$/);
    const { bytes } = await world.owner.call('GET', `/api/studies/${study}/decisions.parquet`);
    const file = join(world.folder, 'decisions.parquet');
    writeFileSync(file, bytes);
    expect(await readParquet(file)).toMatchObject([{ annotator: '=Ana', keywords: 'yes', context: 'no' }]);
    const visitor = await world.visitor.call('GET', `/api/studies/${study}/decisions.csv`);
    expect(visitor.status).toBe(401);
  });

  it('has the hit@k of the exported file, and names of systems for the owner', async () => {
    const study = await world.makeStudy({ dataset: 'sets', task: 'commongen/compare', runs, people: 2 });
    const people = [await world.join(study, 'annotator'), await world.join(study, 'annotator')];
    for (const [i, annotator] of people.entries()) {
      while (
        await answerNext(annotator, ({ outputs }) => ({
          places: Object.fromEntries(
            outputs.map(({ letter, text }: { letter: string; text: string }) => [
              letter,
              i === 0 ? (text.match(/very/g)?.length ?? 0) + 1 : 1,
            ]),
          ),
        }))
      );
    }
    const { body } = await world.owner.call('GET', `/api/studies/${study}/outcome`);
    const said = await agreementOfExport(study, 'commongen', (file) => ({ votes: file }));
    expect(body.json.outcome.hits).toEqual(said.hits);
    expect(Object.keys(said.hits).sort()).toEqual([...SYSTEMS].sort());
    expect(body.json.outcome.position).toEqual(said.position);
  });
});

describe('an owner', () => {
  it('sees progress with a forecast, settles disagreements, excludes, and sees what a write-back would do', async () => {
    makeDataset(world.folder, 'filtered', { benchmark: 'situatedgen', rows: PAIRS });
    const study = await world.makeStudy({
      dataset: 'filtered',
      task: 'situatedgen/filter',
      people: 2,
      pay: { perHour: 12, currency: 'EUR' },
    });
    const [first, second] = [await world.join(study, 'annotator', { label: 'Ann' }), await world.join(study, 'annotator')];
    for (let i = 0; i < 8; i++)
      await answerNext(first, ({ sentences }) => all(sentences[0].includes('place3') ? 'no' : 'yes'), { ms: 9000 });
    for (let i = 0; i < 4; i++) await answerNext(second, () => all('no'), { ms: 9000 });
    const progress = (await world.owner.call('GET', `/api/studies/${study}/progress`)).body;
    expect(progress).toMatchObject({ items: { total: 8 }, answers: { given: 12 }, people: { joined: 2, active: 2 }, medianSeconds: 9 });
    expect(progress.items.undecided).toBeGreaterThan(2);
    expect(progress.forecast.cost).toMatch(/EUR$/);
    const disputed = (await world.owner.call('GET', `/api/studies/${study}/disagreements`)).body.items;
    expect(disputed[0].answers.map(({ people }: { people: number }) => people)).toEqual([1, 1]);
    expect(JSON.stringify(disputed)).not.toContain('Ann');
    const path = `/api/studies/${study}/adjudications/${disputed[0].item}`;
    expect((await world.owner.call('PUT', path, { id: randomUUID(), value: { nonsense: true } })).status).toBe(422);
    expect((await world.owner.call('PUT', path, { id: randomUUID(), value: all('yes') })).body).toEqual({ saved: true });
    const { people } = (await world.owner.call('GET', `/api/studies/${study}/people`)).body;
    expect(people.map(({ annotator }: { annotator: string }) => annotator)).toEqual(['Ann', 'B']);
    const excluded = await world.owner.call('POST', `/api/studies/${study}/people/${people[1].person}/exclusion`, {
      excluded: true,
      reason: 'clicks no',
    });
    expect(excluded.body).toEqual({ excluded: true, reopened: 4 });
    const dry = await world.owner.call('POST', `/api/studies/${study}/write-back`, { dry: true });
    expect(dry.body).toMatchObject({ removed: 1, written: null });
  });

  it('is told when the dataset folder changed or vanished; nothing is written', async () => {
    makeDataset(world.folder, 'moving', { benchmark: 'situatedgen', rows: PAIRS });
    const study = await world.makeStudy({ dataset: 'moving', task: 'situatedgen/filter', people: 1 });
    await answerNext(await world.join(study, 'annotator'), () => all('no'));
    const file = join(world.folder, 'moving', 'test.jsonl');
    writeFileSync(file, `${readFileSync(file, 'utf8')}${JSON.stringify(PAIRS[0])}\n`);
    const changed = await world.owner.call('POST', `/api/studies/${study}/write-back`, {});
    expect([changed.status, changed.body.problem]).toEqual([409, expect.stringContaining('changed since')]);
    renameSync(join(world.folder, 'moving'), join(world.folder, 'elsewhere'));
    const gone = await world.owner.call('POST', `/api/studies/${study}/write-back`, {});
    expect([gone.status, gone.body.problem]).toEqual([409, expect.stringContaining('not there any more')]);
    const { warnings } = (await world.owner.call('GET', `/api/studies/${study}`)).body;
    expect(warnings.join()).toContain('not there any more');
    expect((await answerNext(await world.join(study, 'annotator'), () => all('yes')))?.answer.status).toBe(200);
  });

  it('imports answers of people elsewhere, once, and crowd ids are not stored', async () => {
    const study = await world.makeStudy({ dataset: 'pairs', task: 'situatedgen/filter', people: 2 });
    const id = PAIRS[0].ids.join('|');
    const csv = `WorkerId,AssignmentStatus,Input.item,WorkTimeInSeconds,${CRITERIA.map((name) => `Answer.${name}`).join(',')}\nA1SECRETWORKER,Approved,${id},30,yes,yes,no,yes,yes\nA2OTHER,Rejected,${id},30,no,no,no,no,no\n`;
    const send = (body: object) => world.owner.call('POST', `/api/studies/${study}/import`, body);
    expect((await send({ text: csv, format: 'mturk' })).body).toMatchObject({ imported: 1, known: 0, unknown: 0 });
    expect((await send({ text: csv, format: 'mturk' })).body).toMatchObject({ imported: 0, known: 1 });
    const prolific = `Participant id,Status,item,${CRITERIA.join(',')}\n5f00prolific,APPROVED,${id},yes,yes,yes,yes,yes\n`;
    expect((await send({ text: prolific, format: 'prolific' })).body.imported).toBe(1);
    const line = { task: 'situatedgen/filter', item: PAIRS[1].ids.join('|'), annotator: 'Kim', value: all('yes') };
    expect((await send({ text: JSON.stringify(line), format: 'jsonl' })).body.imported).toBe(1);
    const bad = await send({ text: '{"task": "situatedgen/filter", "item"', format: 'jsonl' });
    expect(bad.status).toBe(400);
    expect(bad.body.problem).not.toContain('/tmp');
    const { text } = await world.owner.call('GET', `/api/studies/${study}/decisions.jsonl`);
    expect(text).not.toMatch(/SECRETWORKER|5f00prolific/);
    expect(
      text
        .trim()
        .split('\n')
        .map((row) => JSON.parse(row).annotator),
    ).toEqual([expect.stringMatching(/^crowd-/), expect.stringMatching(/^crowd-/), 'Kim']);
  });

  it('finds dataset folders and what is wrong with them; a module that was not named is not loaded', async () => {
    const folder = join(world.folder, 'foreign');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'dataset.json'),
      JSON.stringify({
        ...JSON.parse(readFileSync(join(world.folder, 'sets', 'dataset.json'), 'utf8')),
        benchmark: 'own',
        module: { path: '../evil.js', sha256: '0'.repeat(64) },
      }),
    );
    const { datasets } = (await world.owner.call('GET', '/api/datasets')).body;
    const found = Object.fromEntries(datasets.map((one: { folder: string }) => [one.folder, one]));
    expect(found.foreign.problem).toContain('--benchmark');
    expect(found.sets.tasks.find(({ name }: { name: string }) => name === 'commongen/compare').needsRuns).toBe('several');
    const refused = await world.owner.call('POST', '/api/studies', { dataset: 'foreign', task: 'own/answer' });
    expect(refused.status).toBe(400);
    for (const dataset of ['../..', '/etc', 'sets/../..', 'nothing'])
      expect((await world.owner.call('POST', '/api/studies/preview', { dataset, task: 'commongen/references' })).status, dataset).toBe(400);
  });
});
