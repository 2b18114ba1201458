/** Four hostile uploads of 30 MB at once, of many shapes: refused within seconds, while the server answers everybody else and its memory is bounded. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { memoryOf, openSoakBoard, probe } from './soak-board.ts';
import { quantile } from './soak-studio.ts';

const MB = 1 << 20;
const SENDERS = 4;
const P99_MS = 100;
const MEMORY_MB = 1000;
const REFUSED_SECONDS = 5;

/** Each about 30 MB, but for the bomb. */
const SHAPES: Readonly<Record<string, (good: string) => { name?: string; content: string | Uint8Array<ArrayBuffer> }>> = {
  'lines of {}': () => ({ content: '{}\n'.repeat(10 * MB) }),
  'one line': () => ({ content: JSON.stringify({ id: 'a', prediction: 'x'.repeat(30 * MB) }) }),
  'deep lists': () => ({ content: '['.repeat(30 * MB) }),
  'deep objects': () => ({ content: '{"a":'.repeat(6 * MB) }),
  newlines: () => ({ content: '\n'.repeat(30 * MB) }),
  'a list of texts': () => ({ content: `[${'"a",'.repeat(7 * MB)}"a"]` }),
  digits: () => ({ content: `{"id":"a","prediction":${'9'.repeat(30 * MB)}}\n{}` }),
  'a long id': () => ({ content: `{"id":"${'a'.repeat(30 * MB)}","prediction":"yes"}\n{}` }),
  'a last line that is wrong': (good) => ({ content: `${good.trim().replace(/"}$/gm, `","note":"${'n'.repeat(150_000)}"}`)}\n{}` }),
  duplicates: (good) => ({ content: good.repeat(Math.floor((30 * MB) / good.length)) }),
  repeats: (good) => ({ content: good + '{"id":"a","prediction":"yes","repeat":1}\n'.repeat(700_000) }),
  'lines of text': () => ({ name: 'p.txt', content: 'yes\n'.repeat(7 * MB) }),
  'a table of commas': () => ({ name: 'p.csv', content: `id,prediction\n${','.repeat(30 * MB)}` }),
  quotes: () => ({ name: 'p.csv', content: `id,prediction\na,"${'""'.repeat(15 * MB)}` }),
  'not UTF-8': (good) => ({ content: Buffer.concat([Buffer.from(good), Buffer.alloc(30 * MB, 0xc3)]) }),
  'a gzip bomb': () => ({ name: 'p.jsonl.gz', content: new Uint8Array(gzipSync(Buffer.alloc(1 << 30, 10))) }),
};

it('hostile uploads', async () => {
  const board = await openSoakBoard({ competitors: SENDERS });
  try {
    const good = board.predictions(0.8, 'good');
    // Starts the process that checks.
    expect((await board.upload(board.clients[0], good)).status).toBe(200);
    for (const [shape, make] of Object.entries(SHAPES)) {
      const { name = 'p.jsonl', content } = make(good);
      const memory: number[] = [];
      const watch = setInterval(() => memory.push(memoryOf(board.pid)), 20);
      const stop = probe(`${board.origin}/healthz`);
      const sent = await Promise.all(
        board.clients.map(async (client) => {
          const begun = performance.now();
          const { status, text } = await board.upload(client, content, { name });
          return { status, text, ms: performance.now() - begun };
        }),
      );
      const health = await stop();
      clearInterval(watch);
      const seconds = Math.max(...sent.map(({ ms }) => ms)) / 1000;
      const p99 = quantile(health, 0.99);
      const mb = Math.max(...memory);
      console.log(`${shape} | ${seconds.toFixed(1)} s | ${p99.toFixed(0)} ms | ${mb.toFixed(0)} MB | ${JSON.parse(sent[0].text).problem}`);
      expect(sent.map(({ status }) => status)).toEqual(Array(SENDERS).fill(400));
      expect.soft(seconds, shape).toBeLessThan(REFUSED_SECONDS);
      expect.soft(p99, shape).toBeLessThan(P99_MS);
      expect.soft(mb, shape).toBeLessThan(MEMORY_MB);
    }
  } finally {
    await board.close();
  }
});
