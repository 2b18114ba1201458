/** A walk through everything that leaves the server, by an attacker who wants the labels and the references that are withheld. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRandom, type Item } from '../packages/metrics/src/core/index.ts';
import { main } from '../packages/sensebench/src/cli/program.ts';
import { sha256, stableJson } from '../packages/sensebench/src/files/index.ts';
import { exportBoard } from '../packages/studio/src/server/boards/bundle.ts';
import { openBoard, scoringOf } from '../packages/studio/src/server/boards/open-board.ts';
import { rescoreBoard } from '../packages/studio/src/server/boards/rescore.ts';
import { ACCESS } from '../packages/studio/src/server/create-api.ts';
import { attack, type Bytes, confirmedIn, quotedIn, unpack, type Withheld } from './attacker.ts';
import { answers, CONTEXTS, readRows, testBoards } from './board.ts';
import { type Caller, makeDataset } from './studio.ts';

const world = testBoards();
const callers: Record<string, Caller> = {};

/** A competition under attack. */
interface Target {
  board: string;
  phases: number[];
  /** Withheld, by split. */
  items: Item[];
  /** Of Ada, the attacker, and then of the others. */
  submissions: string[];
  predictions: ReadonlyMap<string, string>[];
  truths: Withheld['truths'];
}
const targets: Record<string, Target> = {};
let study = '';

/** Numbers that follow from gold, item by item, and what opens the seal. */
const SECRET_FIELDS = /"(influence|standing|opening|salts|average|perItem)"/;

/** Every value that a query of each route may have, by the document that describes the routes. */
async function readQueries({ submissions }: Pick<Target, 'submissions'>): Promise<(method: string, path: string) => string[]> {
  const { body } = await world.visitor.call('GET', '/api/openapi.json');
  const values: Record<string, readonly string[]> = { since: ['2027-01-15T00:00:00Z'], with: submissions.slice(1), from: ['0', '100'] };
  return (method, path) => {
    const parameters: { in: string; name: string; schema: { enum?: string[]; type?: string | string[] } }[] =
      body.paths[path]?.[method]?.parameters ?? [];
    const asked = parameters
      .filter((own) => own.in === 'query')
      .flatMap(({ name, schema }) => {
        const tried = values[name] ?? schema.enum ?? (String(schema.type).includes('boolean') ? ['true'] : ['1', 'x']);
        return tried.map((value) => `?${name}=${encodeURIComponent(value)}`);
      });
    return ['', ...asked];
  };
}

/** Every route of the table, with every thing that it can be asked for. */
async function walk(who: Caller, target: Target): Promise<Bytes> {
  const seen: Record<string, Uint8Array> = {};
  const fillers: Record<string, readonly string[]> = {
    ...{ board: [target.board], study: [study], phase: target.phases.map(String), number: ['2'], submission: target.submissions },
    ...{ item: [randomUUID()], invitation: [randomUUID()], person: [randomUUID()], answer: [randomUUID()] },
  };
  const queriesOf = await readQueries(target);
  for (const route of Object.keys(ACCESS)) {
    const [method, path] = route.split(' ');
    if (route === 'delete /api/session' || path === '/api/work/withdraw') continue;
    let addresses = [path];
    for (const name of Array.from(path.matchAll(/\{(\w+)\}/g), ([, each]) => each))
      addresses = addresses.flatMap((address) => (fillers[name] ?? [randomUUID()]).map((value) => address.replace(`{${name}}`, value)));
    for (const address of addresses) {
      for (const query of queriesOf(method, path)) {
        const body = method === 'get' || method === 'delete' ? undefined : path.endsWith('/next') ? { want: 5 } : {};
        const { status, bytes } = await who.call(method.toUpperCase(), `${address}${query}`, body);
        expect(status, `${route} ${query}`).not.toBe(500);
        seen[`${method} ${address}${query}`] = bytes;
      }
    }
  }
  return seen;
}

/** What wrong uploads are answered, and what the server and its workers wrote about all of it. */
async function messages(who: Caller, { board, items }: Target): Promise<Bytes> {
  const lines = (prediction: (item: Item, i: number) => unknown) =>
    items.map((item, i) => JSON.stringify({ id: item.id, prediction: prediction(item, i) })).join('\n');
  const wrong = {
    short: '{"id":"x"}\n',
    labels: lines(() => 'perhaps'),
    lists: lines(() => ['yes', 'no']),
    one: lines((_, i) => (i === 7 ? null : 'yes')),
    twice: `${lines(() => 'yes')}\n${lines(() => 'no')}`,
    table: `id,prediction\n${items.map(({ id }) => `"${id}",maybe`).join('\n')}`,
    none: '',
  };
  const said: Record<string, string> = {};
  for (const [name, text] of Object.entries(wrong)) said[`upload ${name}`] = (await world.upload(who, board, text)).text;
  const events = await world.drain();
  return { ...said, log: world.log.join('\n'), jobs: events.map((event) => JSON.stringify(event)).join('\n') };
}

/** All that is in plain text of a bundle. */
async function bundle({ board }: Target): Promise<Bytes> {
  const { archive } = await exportBoard(world.studio, { board, passphrase: 'a long passphrase', workFactor: 10 });
  const { bytes } = await world.owner.call('POST', `/api/boards/${board}/export`, {});
  return Object.fromEntries([...unpack({ sealed: archive }), ...unpack({ open: bytes })].filter(([name]) => !name.endsWith('.age')));
}

/** Everything that an attacker finds in these bytes; nothing, if all is well. */
function findings(all: Bytes, { predictions, truths, items }: Target, withheld: readonly Item[] = items): string[] {
  // Most callers are answered the same.
  const bytes = Object.fromEntries(new Map(Object.entries(all).map(([name, own]) => [sha256(own), [name, own] as const])).values());
  const ids = withheld.map(({ id }) => id);
  const recovered = attack(bytes, { orders: [...ordersOf(withheld), ids], truths, predictions });
  const texts = withheld.flatMap(({ references }) => references).filter((text) => text.length > 20);
  const labels = withheld.map(({ id, references }) => [id, references]);
  return [
    ...recovered.map(
      ({ feature, truth, items: of, right, majority }) => `${feature}: ${right} of ${of} of ${truth}, the majority ${majority}`,
    ),
    ...quotedIn(bytes, texts),
    ...confirmedIn(bytes, {
      labels: stableJson(labels),
      ...Object.fromEntries(withheld.map(({ id, references }) => [`the answer of ${id}`, `${id}${references[0]}`])),
    }),
    ...unpack(bytes).flatMap(([name, text]) =>
      SECRET_FIELDS.test(text) && !name.includes('openapi') ? [`${name}: ${SECRET_FIELDS.exec(text)?.[0]}`] : [],
    ),
  ];
}

const parts = new Map<string, readonly (readonly string[])[]>();
const ordersOf = (withheld: readonly Item[]) => parts.get(withheld[0].id) ?? [];

const itemsOf = async (name: string, folder: string): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const item of (await world.studio.app.benchmark(name)).read(join(world.folder, folder), { split: 'test' })) items.push(item);
  return items;
};

async function makeTarget(
  board: string,
  { name, folders, sent }: { name: string; folders: string[]; sent: (items: Item[], seed: string) => string },
): Promise<Target> {
  const perFolder = await Promise.all(folders.map((folder) => itemsOf(name, folder)));
  const [first] = perFolder;
  const [ada, bo] = [await world.competitor(board, 'Ada'), await world.competitor(board, 'Bo')];
  const submissions: string[] = [];
  const texts: string[] = [];
  for (const [who, seed] of [
    [ada, 'a'],
    [ada, 'b'],
    [bo, 'good'],
  ] as const) {
    texts.push(sent(first, seed));
    const made = await world.upload(who, board, texts.at(-1) ?? '', { row: `row ${seed}` });
    expect(made.status, made.text).toBe(200);
    submissions.push(made.body.submission.id);
  }
  await world.drain();
  const known = texts.slice(0, 2).map(
    (text) =>
      new Map(
        text
          .trim()
          .split('\n')
          .map((line): [string, string] => Object.values(JSON.parse(line)) as [string, string]),
      ),
  );
  const open = await openBoard(scoringOf(world.studio), { board });
  for (const [i, own] of perFolder.entries()) {
    const { parts: of, scored } = open.items[Math.min(i, open.items.length - 1)];
    const order = (ids: readonly string[]) => scored.map(({ id }) => id).filter((id) => ids.includes(id));
    parts.set(own[0].id, [order(scored.map(({ id }) => id)), order(of.public), order(of.private)]);
  }
  const target = {
    board,
    phases: open.competition.phases.map((_, i) => i + 1),
    items: perFolder.flat(),
    submissions,
    predictions: known,
    truths: {},
  };
  callers[name] = ada;
  return target;
}

/** Sentences that are nowhere else, with a word in common that a system may guess. */
const random = createRandom('sentences');
const WORDS =
  'dog girl boat man child cat throw ride row cook draw sleep ball horse river rice house chair old red quick small near under above'.split(
    ' ',
  );
const sentence = () => `The ${Array.from({ length: 9 }, () => WORDS[Math.floor(random.next() * WORDS.length)]).join(' ')}.`;
const textAnswers = (items: Item[], seed: string) => {
  const own = createRandom(seed);
  return items
    .map(
      ({ id, references }) =>
        `${JSON.stringify({ id, prediction: own.next() < 0.5 ? sentence() : references[0].split(' ').slice(0, 6).join(' ') })}\n`,
    )
    .join('');
};
const TEXT_PHASES = `title: Texts
metrics: [rouge]
rank: rougeL
public: { share: 0.5, seed: 17 }
ladder: 0.05
phases:
  - { name: one, start: 2027-01-11T00:00:00Z, end: 2027-03-01T00:00:00Z }
`;

beforeAll(async () => {
  const board = await world.makeBoard();
  const [dataset] = CONTEXTS;
  const labelled = (items: Item[], seed: string) =>
    answers(
      items.map(({ id, references: [label] }) => ({ id, label })),
      seed === 'good' ? 0.95 : 0.5,
      seed,
    );
  const tgcsr = await makeTarget(board, { name: 'tgcsr', folders: CONTEXTS, sent: labelled });
  targets.tgcsr = { ...tgcsr, truths: { labels: new Map(tgcsr.items.map(({ id, references: [label] }) => [id, label])) } };
  const sets = Array.from({ length: 60 }, (_, i) => ({ concept_set: `dog#ball#n${i}`, scene: [sentence(), sentence()] }));
  makeDataset(world.folder, 'sets', { benchmark: 'commongen', rows: sets });
  const pairs = Array.from({ length: 60 }, (_, i) => {
    const statements = [sentence(), sentence()];
    return { keywords: ['dog', 'ball', `n${i}`], statement: statements.join(' '), statements, ids: [`a::test::${i}`, `b::test::${i}`] };
  });
  makeDataset(world.folder, 'pairs', { benchmark: 'situatedgen', rows: pairs });
  for (const [name, folder] of [
    ['commongen', 'sets'],
    ['situatedgen', 'pairs'],
  ]) {
    const made = await world.owner.call('POST', '/api/boards', { datasets: [folder], phases: TEXT_PHASES });
    expect(made.status, made.text).toBe(200);
    const target = await makeTarget(made.body.id, { name, folders: [folder], sent: textAnswers });
    const benchmark = await world.studio.app.benchmark(name);
    const truths: Record<string, Map<string, number>> = {};
    for (const [i, own] of target.predictions.entries()) {
      const predictions = target.items.map(({ id }) => own.get(id) ?? '');
      const { scores } = await world.studio.app.scorer(['rouge']).measure({ items: target.items, predictions, benchmark });
      truths[`scores of ${i}`] = new Map(target.items.map(({ id }, k) => [id, Number(scores.perItem[k]?.rougeL)]));
    }
    // What a sentence scores follows from itself here: only the scores are asked for, not what follows from known predictions.
    targets[name] = { ...target, truths, predictions: [] };
  }
  const { body } = await world.owner.call('GET', '/api/datasets');
  const task = body.datasets
    .find(({ folder }: { folder: string }) => folder === dataset)
    .tasks.find(({ needsRuns }: { needsRuns: string }) => needsRuns === 'none').name;
  study = await world.makeStudy({ dataset, task });
  callers.visitor = world.visitor;
  callers.annotator = await world.join(study, 'annotator');
  callers.viewer = await world.join(study, 'viewer');
  for (const { board: each } of Object.values(targets)) await rescoreBoard(world.studio, { board: each, reason: 'again' });
  await world.drain();
});

const RUNNING = '2027-01-20T12:00:00.000Z';
const OVER = '2027-03-03T00:00:00.000Z';

describe.each(['tgcsr', 'commongen', 'situatedgen'])('of %s nothing that is withheld can be recovered', (name) => {
  it.each([
    ['runs', RUNNING],
    ['is over', OVER],
  ])('from any route, while the first phase %s', async (_, now) => {
    world.now = now;
    const seen: Record<string, Uint8Array | string> = {};
    for (const who of [name, 'visitor', 'annotator', 'viewer'])
      for (const [address, bytes] of Object.entries(await walk(callers[who], targets[name]))) seen[`${who} ${address}`] = bytes;
    expect(Object.keys(seen).length).toBeGreaterThan(240);
    expect(findings(seen, targets[name])).toEqual([]);
  });

  it('from messages and logs', async () => {
    world.now = RUNNING;
    const said = await messages(callers[name], targets[name]);
    expect(said['upload short']).toContain('problem');
    expect(findings(said, targets[name])).toEqual([]);
  });

  it.each([RUNNING, OVER])('from the plain part of a bundle, at %s', async (now) => {
    world.now = now;
    expect(findings(await bundle(targets[name]), targets[name])).toEqual([]);
  });
});

describe('the attacker', () => {
  it('finds no label in the kit that `tgcsr kit starter` packs', async () => {
    const [dataset] = CONTEXTS;
    const out = join(world.folder, 'starter.zip');
    expect(await main(['tgcsr', 'kit', 'starter', '--dataset', join(world.folder, dataset), '--out', out, '--quiet'])).toBe(0);
    expect(findings({ kit: readFileSync(out) }, targets.tgcsr, await itemsOf('tgcsr', dataset))).toEqual([]);
  });

  it('finds no label of the second phase while it runs, though the kit holds those of the first', async () => {
    world.now = '2027-03-10T00:00:00.000Z';
    const seen = await walk(callers.tgcsr, targets.tgcsr);
    expect(unpack(seen).map(([name]) => name)).toContainEqual(expect.stringContaining('kit/data/1-test-with-answers.jsonl'));
    const [, second] = await Promise.all(CONTEXTS.map((context) => itemsOf('tgcsr', context)));
    const labels = new Map(second.map(({ id, references: [label] }) => [id, label]));
    expect(findings(seen, { ...targets.tgcsr, truths: { labels } }, second)).toEqual([]);
  });

  it('would find rows of the data, labels beside ids, stored scores, a sorted list, texts and hashes', async () => {
    const { tgcsr, commongen } = targets;
    const file = readFileSync(join(world.folder, CONTEXTS[0], 'test.jsonl'));
    const rows = readRows(world.folder, CONTEXTS[0]);
    const [{ scored }] = await world.studio.sql`
      select x.scored from scores x join submissions s on s.id = x.submission where s.id = ${tgcsr.submissions[0]} limit 1`;
    const sorted = rows.toSorted((a, b) => (a.label < b.label ? -1 : 1)).map(({ id }) => id);
    const bytes: Record<string, [string | Uint8Array, Target]> = {
      rows: [file, tgcsr],
      beside: [JSON.stringify({ items: rows.map(({ id, label }) => ({ id, right: label })) }), tgcsr],
      table: [`id,right\n${rows.map(({ id, label }) => `${id},${label === 'yes'}`).join('\n')}`, tgcsr],
      page: [`<html><table>${rows.map(({ id, label }) => `<tr><td>${id}</td><td>${label}</td></tr>`).join('')}</table></html>`, tgcsr],
      log: [rows.map(({ id, label }) => `item ${id} is not ${label}`).join('\n'), tgcsr],
      scores: [JSON.stringify({ parts: scored.parts.all.standing.influence }), tgcsr],
      sorted: [JSON.stringify(sorted), tgcsr],
      mentioned: [JSON.stringify(rows.filter(({ label }) => label === 'yes').map(({ id }) => ({ id }))), tgcsr],
      text: [JSON.stringify({ note: `“${commongen.items[3].references[0].toUpperCase()}”` }), commongen],
      item: [JSON.stringify(commongen.items.map(({ id }) => ({ id, value: commongen.truths['scores of 0'].get(id) }))), commongen],
    };
    for (const [name, [own, target]] of Object.entries(bytes)) expect(findings({ [name]: own }, target), name).not.toEqual([]);
  });
});
