/** Forty annotators who do not think, and four competitors who send one file after the other, on two cores: answers a second, waiting times, memory. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { memoryOf, openSoakBoard, probe } from './soak-board.ts';
import { checkDecisions, openSoakStudy, pairRows, quantile } from './soak-studio.ts';
import { makeDataset } from './studio.ts';

const SECONDS = Number(process.env.SOAK_SECONDS ?? 60);
const ANNOTATORS = 40;
const COMPETITORS = 4;
const PEOPLE = 10;
/** More than are answered. */
const ITEMS = Math.ceil((SECONDS * 250) / PEOPLE) + ANNOTATORS;
const ANSWERS_A_SECOND = 100;
const P95_MS = 400;
/** Once it is warm, nothing may hold the server's event loop for longer. */
const HELD_MS = 50;
/** /readyz tells of the last minute. */
const LOOKS_MS = 30_000;

interface Reply {
  status: number;
  text: string;
  ms: number;
}

/** One connection that stays open, and no more than it takes: the clients are on the same two cores. */
function createLeanClient(origin: string, cookie: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(origin);
  return {
    close: () => agent.destroy(),
    send: (method: string, path: string, body: unknown) =>
      new Promise<Reply>((resolve, reject) => {
        const begun = performance.now();
        const text = JSON.stringify(body);
        const headers = { origin, cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
        const sent = request({ agent, hostname, port, method, path, headers }, (answer) => {
          let received = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => {
            received += chunk;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: received, ms: performance.now() - begun }));
          answer.on('error', reject);
        });
        sent.on('error', reject);
        sent.end(text);
      }),
  };
}

/** The rate limit of a session is far above what a person can do; a closed loop waits for it. */
async function sendPatiently(client: ReturnType<typeof createLeanClient>, method: string, path: string, body: unknown): Promise<Reply> {
  for (;;) {
    const reply = await client.send(method, path, body);
    if (reply.status !== 429 && reply.status !== 503) return reply;
    await wait(100);
  }
}

it(`${ANNOTATORS} annotators and ${COMPETITORS} competitors for ${SECONDS} s`, async () => {
  const world = await openSoakBoard({
    competitors: COMPETITORS,
    prepare: (datasets) => void makeDataset(datasets, 'pairs', { benchmark: 'situatedgen', rows: pairRows(ITEMS) }),
  });
  try {
    const { owner, study, clients } = await openSoakStudy(world.origin, { link: world.link, annotators: ANNOTATORS, people: PEOPLE });
    const acknowledged: { id: string; item: string; person: number; ms: number }[] = [];
    const saves: number[] = [];
    const takes: number[] = [];
    let submissions = 0;
    const begun = performance.now();
    const cpu = process.cpuUsage();
    const end = begun + SECONDS * 1000;
    const ended = () => performance.now() > end;
    const memory: { seconds: number; mb: number }[] = [];
    const watch = setInterval(() => memory.push({ seconds: (performance.now() - begun) / 1000, mb: memoryOf(world.pid) }), 1000);
    const loops: { p99: number; max: number }[] = [];
    const lookAtLoop = async () => loops.push((await (await fetch(`${world.origin}/readyz`)).json()).eventLoopMs);
    const looks = setInterval(() => void lookAtLoop(), LOOKS_MS);
    const stop = probe(`${world.origin}/healthz`);

    const annotate = async (cookie: string, person: number) => {
      const client = createLeanClient(world.origin, cookie);
      const held: { item: string; lease: string }[] = [];
      while (!ended()) {
        // The next item is loaded ahead, as the page does.
        if (held.length < 2) {
          const taken = await sendPatiently(client, 'POST', '/api/work/next', { want: 1, holding: held.map(({ item }) => item) });
          expect(taken.status, taken.text).toBe(200);
          takes.push(taken.ms);
          for (const one of JSON.parse(taken.text).items) if (!held.some(({ item }) => item === one.item)) held.push(one);
        }
        const first = held.shift();
        if (!first) continue;
        const answer = { id: randomUUID(), item: first.item, person, ms: acknowledged.length };
        const { status, text, ms } = await sendPatiently(client, 'PUT', `/api/work/answers/${answer.id}`, {
          ...{ item: first.item, lease: first.lease, value: 'accept', ms: answer.ms },
        });
        expect(status, text).toBe(200);
        saves.push(ms);
        acknowledged.push(answer);
      }
      client.close();
    };
    const compete = async (place: number) => {
      for (let n = 0; !ended(); n++) {
        const { status, text } = await world.upload(world.clients[place], world.predictions(0.5, `${place}/${n}`), {
          row: `row ${n % 10}`,
        });
        expect(status, text).toBe(200);
        submissions++;
        await fetch(`${world.origin}/api/boards/${world.board}/phases/1?since=${new Date(Date.now() - 1000).toISOString()}`);
        await wait(500);
      }
    };
    await Promise.all([...clients.map(({ cookie }, i) => annotate(cookie, i)), ...world.clients.map((_, i) => compete(i))]);
    clearInterval(watch);
    clearInterval(looks);
    await lookAtLoop();
    const health = await stop();
    const own = process.cpuUsage(cpu);
    const atMinute = memory.find(({ seconds }) => seconds >= Math.min(60, SECONDS / 2))?.mb ?? 0;
    const figures = {
      answers: acknowledged.length,
      answersASecond: acknowledged.length / SECONDS,
      ...{ saveP50: quantile(saves, 0.5), saveP95: quantile(saves, 0.95), takeP50: quantile(takes, 0.5), takeP95: quantile(takes, 0.95) },
      ...{ submissions, healthP99: quantile(health, 0.99) },
      ...{ loopP99: Math.max(...loops.map(({ p99 }) => p99)), loopMax: Math.max(...loops.map(({ max }) => max)) },
      ...{ memoryAtOneMinute: atMinute, memoryAtEnd: memory.at(-1)?.mb ?? 0, clientCpuShare: (own.user + own.system) / 1e6 / SECONDS },
    };
    console.log(JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value), 2));
    const exported = await owner.call('GET', `/api/studies/${study}/decisions.jsonl`);
    expect(checkDecisions(exported.text, { acknowledged, people: PEOPLE })).toEqual({
      stored: acknowledged.length,
      lost: 0,
      doubled: 0,
      tooMany: 0,
    });
    expect.soft(figures.answersASecond).toBeGreaterThan(ANSWERS_A_SECOND);
    expect.soft(figures.saveP95).toBeLessThan(P95_MS);
    expect.soft(figures.takeP95).toBeLessThan(P95_MS);
    // The code is compiled by the first requests: what counts is the last minute.
    if (SECONDS > 60) expect.soft(loops.at(-1)?.max).toBeLessThan(HELD_MS);
    if (SECONDS >= 120) expect.soft(figures.memoryAtEnd).toBeLessThan(1.1 * atMinute);
  } finally {
    await world.close();
  }
});
