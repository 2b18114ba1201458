import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { answers, CONTEXTS, readRows, testBoards } from '../../../test/board.ts';
import type { Answer, Caller } from '../../../test/studio.ts';
import type { Item } from '../../core/index.ts';
import { findGold } from '../../leaderboard/index.ts';
import { ACCESS } from '../api/access.ts';
import { rescoreBoard } from './index.ts';

const world = testBoards();
const callers: Record<string, Caller> = {};
let board = '';
let study = '';
const submissions: string[] = [];

/** The gold of a context, as items. */
const goldOf = (context: string): Item[] =>
  readRows(world.folder, context).map(({ id, label }) => ({ id, input: {}, references: [label], meta: {} }));

/** Numbers that follow from labels, item by item, and what opens the seal. */
const SECRET_FIELDS = /"(influence|standing|opening|salts|average|perItem|references)"/;

/** Every object of an answer that names an item, as a line of its own; archives file by file. */
function texts({ bytes, text, headers }: Answer, name: string): Record<string, string> {
  if (headers.get('content-type') === 'application/zip')
    return Object.fromEntries(
      Object.entries(unzipSync(bytes)).map(([file, content]) => [`${name} ${file}`, withObjects(new TextDecoder().decode(content))]),
    );
  return { [name]: withObjects(text) };
}

function withObjects(text: string): string {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('id' in value) found.push(JSON.stringify(value));
    for (const inner of Object.values(value)) walk(inner);
  };
  for (const part of [text, ...text.split('\n')]) {
    try {
      walk(JSON.parse(part));
    } catch {
      // Not JSON: it is searched as it is.
    }
  }
  return `${text}\n${found.join('\n')}`;
}

const QUERIES: Readonly<Record<string, () => string[]>> = {
  'get /api/boards/{board}/phases/{phase}': () => ['', '?view=owner', '?since=2027-01-15T00:00:00Z'],
  'get /api/boards/{board}/phases/{phase}/download': () => ['?format=json', '?format=csv'],
  'get /api/boards/{board}/submissions/{submission}/items': () => ['', `?with=${submissions[1]}`],
};

/** Every route that reads, with every thing that it can be asked for, and what a wrong upload is told. */
async function walk(who: Caller): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  const fillers: Record<string, readonly string[]> = {
    ...{ board: [board], study: [study], phase: ['1', '2'], number: ['2'], submission: submissions },
    ...{ item: [randomUUID()], invitation: [randomUUID()], person: [randomUUID()], answer: [randomUUID()] },
  };
  for (const route of Object.keys(ACCESS)) {
    const [method, path] = route.split(' ');
    if (route === 'delete /api/session' || path === '/api/work/withdraw') continue;
    let addresses = [path];
    for (const [name, values] of Object.entries(fillers))
      addresses = addresses.flatMap((address) =>
        address.includes(`{${name}}`) ? values.map((value) => address.replace(`{${name}}`, value)) : [address],
      );
    for (const address of addresses) {
      for (const query of QUERIES[route]?.() ?? ['']) {
        const body = method === 'get' || method === 'delete' ? undefined : path.endsWith('/next') ? { want: 5 } : {};
        const answer = await who.call(method.toUpperCase(), `${address}${query}`, body);
        expect(answer.status, `${route} ${query}`).not.toBe(500);
        Object.assign(seen, texts(answer, `${method} ${address}${query}`));
      }
    }
  }
  for (const [name, text] of Object.entries({
    short: '{"id":"x"}\n',
    labels: answers(readRows(world.folder, CONTEXTS[0]), 0, 'x').replaceAll(/"(yes|no)"/g, '"perhaps"'),
  }))
    Object.assign(seen, texts(await world.upload(who, board, text), `upload ${name}`));
  return seen;
}

const tracesIn = (seen: Record<string, string>, gold: readonly Item[]) => [
  ...findGold(seen, gold),
  ...Object.entries(seen).flatMap(([file, text]) => {
    const found = gold.some(({ id }) => text.includes(JSON.stringify(id))) || !file.includes('kit') ? SECRET_FIELDS.exec(text) : null;
    return found && !file.includes('openapi') && !/with-answers/.test(file) ? [{ file, why: `the field ${found[0]}` }] : [];
  }),
];

beforeAll(async () => {
  board = await world.makeBoard();
  const [dataset] = CONTEXTS;
  const { body } = await world.owner.call('GET', '/api/datasets');
  const task = body.datasets
    .find(({ folder }: { folder: string }) => folder === dataset)
    .tasks.find(({ needsRuns }: { needsRuns: string }) => needsRuns === 'none').name;
  study = await world.makeStudy({ dataset, task });
  callers.visitor = world.visitor;
  callers.participant = await world.competitor(board, 'Ada');
  callers.annotator = await world.join(study, 'annotator');
  callers.viewer = await world.join(study, 'viewer');
  const rows = readRows(world.folder, dataset);
  for (const [i, share] of [0.9, 0.6].entries())
    submissions.push(
      (await world.upload(callers.participant, board, answers(rows, share, `s${i}`), { row: `row ${i}` })).body.submission.id,
    );
  await world.drain();
  await rescoreBoard(world.studio, { board, reason: 'again' });
  await world.drain();
});

describe('a walk through every route and export finds no gold', () => {
  it.each(['visitor', 'participant', 'annotator', 'viewer'])('while the first phase runs, as %s', async (name) => {
    world.now = '2027-01-20T12:00:00.000Z';
    const seen = await walk(callers[name]);
    expect(Object.keys(seen).length).toBeGreaterThan(60);
    expect(tracesIn(seen, CONTEXTS.flatMap(goldOf))).toEqual([]);
  });

  it('while the second phase runs, as participant: that phase’s gold', async () => {
    world.now = '2027-03-10T00:00:00.000Z';
    const seen = await walk(callers.participant);
    expect(Object.keys(seen)).toContainEqual(expect.stringContaining('kit data/1-test-with-answers.jsonl'));
    expect(tracesIn(seen, goldOf(CONTEXTS[1]))).toEqual([]);
  });

  it('and would find it: rows of the data, labels beside ids, stored scores', async () => {
    const [context] = CONTEXTS;
    const file = readFileSync(join(world.folder, context, 'test.jsonl'), 'utf8');
    expect(tracesIn({ x: withObjects(file) }, goldOf(context)).length).toBeGreaterThan(1);
    const nested = JSON.stringify({ items: readRows(world.folder, context).map(({ id, label }) => ({ id, right: label })) });
    expect(tracesIn({ x: withObjects(nested) }, goldOf(context))).toEqual([{ file: 'x', why: 'the field "right" is the label' }]);
    const [{ scored }] = await world.studio.sql`select scored from scores limit 1`;
    expect(tracesIn({ x: JSON.stringify(scored) }, goldOf(context)).length).toBe(1);
  });
});
