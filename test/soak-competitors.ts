/** For soak tests of a board: competitors who submit through the absence of the server, and what must be there at the end. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '../packages/studio/src/server/store/transact.ts';
import { answers } from './board.ts';
import { type Client, createClient } from './soak-studio.ts';

export const SOAK_PHASES = `title: Soak
metrics: [classification]
rank: f1
breakdowns: [category]
public: { share: 0.5, seed: 17 }
ladder: 0.05
phases:
  - { name: only, start: 2020-01-01T00:00:00Z }
`;
const PATIENCE_MS = 240_000;

type LabelledRows = readonly { id: string; label: string }[];

/** A submission that the server called taken. */
export interface TakenSubmission {
  id: string;
  text: string;
}

/** Makes a board of one dataset; each competitor has an account. */
export async function openSoakBoard(
  origin: string,
  { owner, dataset, competitors }: { owner: Client; dataset: string; competitors: number },
): Promise<{ board: string; clients: Client[] }> {
  const made = await owner.call<{ id: string }>('POST', '/api/boards', { datasets: [dataset], phases: SOAK_PHASES });
  if (made.status !== 200) throw new Error(made.text);
  const board = made.body.id;
  const clients: Client[] = [];
  for (let i = 0; i < competitors; i++) {
    const client = createClient(origin);
    const { body } = await owner.call<{ link: string }>('POST', `/api/boards/${board}/invitations`, { name: `team ${i}` });
    await client.join(body.link.split('#')[1]);
    clients.push(client);
  }
  return { board, clients };
}

/** One competitor until `ends`. A submission that nobody acknowledged is sent again under the same id. */
export async function compete(
  client: Client,
  options: { origin: string; board: string; rows: LabelledRows; ends: () => boolean; thinkMs: () => number; taken: TakenSubmission[] },
): Promise<void> {
  for (let i = 0; !options.ends(); i++) {
    await wait(options.thinkMs());
    const key = randomUUID();
    const text = answers(options.rows, 0.3 + 0.6 * (i / (i + 10)), key);
    options.taken.push({ id: await send(client, { ...options, key, text }), text });
  }
}

async function send(
  client: Client,
  { origin, board, key, text }: { origin: string; board: string; key: string; text: string },
): Promise<string> {
  for (const start = performance.now(); performance.now() - start < PATIENCE_MS; await wait(200)) {
    const form = new FormData();
    form.set('file', new Blob([text]), 'predictions.jsonl');
    form.set('row', 'system');
    form.set('id', key);
    const headers = { origin, cookie: client.cookie };
    const response = await fetch(`${origin}/api/boards/${board}/submissions`, { method: 'POST', body: form, headers })
      .then(async (reply) => ({ status: reply.status, text: await reply.text() }))
      .catch(() => null);
    if (response?.status === 200) return JSON.parse(response.text).submission.id;
    if (response && response.status !== 503 && response.status !== 429) throw new Error(`submission: ${response.status} ${response.text}`);
    client.waits++;
  }
  throw new Error(`submission: no answer for ${PATIENCE_MS} ms`);
}

/** Comes back when no submission of the board is waiting or being scored. */
export async function untilScored(owner: Client, board: string): Promise<void> {
  for (;;) {
    const { body } = await owner.call<{ submissions: { state: string }[] }>('GET', `/api/boards/${board}/submissions`);
    if (body.submissions.every(({ state }) => state !== 'queued' && state !== 'running')) return;
    await wait(500);
  }
}

/** What is in the store at the end. `wrong`: not done, without exactly one row of scores, or with an F1 that is not that of the predictions. */
export async function checkSubmissions(
  sql: Sql,
  { board, taken, rows }: { board: string; taken: readonly TakenSubmission[]; rows: LabelledRows },
): Promise<{
  submissions: number;
  lostSubmissions: number;
  doubledSubmissions: number;
  wrong: number;
  placesInOrder: boolean;
  secondTries: number;
}> {
  const stored = await sql`
    select s.id, j.tries, j.state, (select count(*)::integer from scores x where x.submission = s.id) as scores,
      (select (x.scored->'parts'->'all'->'corpus'->>'f1')::float8 from scores x where x.submission = s.id limit 1) as f1
    from submissions s join jobs j on j.id = s.job where s.board = ${board} and s.kind = 'submission'`;
  const byId = new Map(stored.map((row) => [String(row.id), row]));
  const good = ({ id, text }: TakenSubmission) => {
    const row = byId.get(id);
    return row?.state === 'done' && row.scores === 1 && Math.abs(Number(row.f1) - f1Of(text, rows)) < 1e-12;
  };
  const places = await sql`select position from submissions where board = ${board} and position is not null order by position`;
  return {
    submissions: stored.length,
    lostSubmissions: taken.filter(({ id }) => !byId.has(id)).length,
    doubledSubmissions: taken.length - new Set(taken.map(({ id }) => id)).size + stored.length - taken.length,
    wrong: taken.filter((one) => !good(one)).length,
    placesInOrder: places.every(({ position }, i) => position === i + 1),
    secondTries: stored.filter(({ tries }) => Number(tries) > 1).length,
  };
}

export function f1Of(text: string, rows: LabelledRows): number {
  const labels = new Map(rows.map(({ id, label }) => [id, label]));
  let [right, said, wanted] = [0, 0, 0];
  for (const line of text.trim().split('\n')) {
    const { id, prediction } = JSON.parse(line);
    const label = labels.get(id);
    if (prediction === 'yes') said++;
    if (label === 'yes') wanted++;
    if (prediction === 'yes' && label === 'yes') right++;
  }
  return right === 0 ? 0 : (2 * right) / (said + wanted);
}
