/** Memory and time stay within bounds as items grow to a million, and when a server's answer does not end. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WORK } from '../bench/growth-work.ts';
import { type MadeItems, writeMadeItems } from '../bench/made-items.ts';
import { runMeasured } from '../bench/run-measured.ts';

const MAIN = join(import.meta.dirname, '../packages/sensebench/dist/cli/main.js');
const HOUR = 3_600_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-growth-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const measure = (work: string, made: MadeItems) => runMeasured(process.execPath, [MAIN, ...WORK[work](made, join(folder, work))]);

it.each(['evaluate-file', 'score-default'])(
  '%s: 100,000 items take less than 900 MB, and four times as many at most five times as long',
  async (work) => {
    const some = await measure(work, await writeMadeItems(folder, 100_000));
    rmSync(join(folder, work), { recursive: true });
    const many = await measure(work, await writeMadeItems(folder, 400_000));
    expect(some.megabytes).toBeLessThan(900);
    expect(many.seconds / some.seconds).toBeLessThan(5);
  },
  HOUR,
);

it(
  'scores a million items by means in less than 4 GB, each with its own scores',
  async () => {
    const { megabytes } = await measure('score-means', await writeMadeItems(folder, 1_000_000));
    expect(megabytes).toBeLessThan(4000);
    const text = readFileSync(join(folder, 'score-means', 'scores.json'));
    expect(text.subarray(-300).toString()).toContain('"id": "999999"');
  },
  HOUR,
);

it.each([10e6, Number.POSITIVE_INFINITY])(
  'an answer of %d bytes takes less than 300 MB, and its start is kept',
  async (bytes) => {
    const server = serveLong(bytes);
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    try {
      const dataset = join(folder, 'dev.jsonl');
      writeFileSync(dataset, `${JSON.stringify({ concept_set: 'dog#lake#tree', scene: ['A dog sees a tree in the lake.'] })}\n`);
      const model = `openai:m@http://127.0.0.1:${port}/v1(retries=0)`;
      const out = join(folder, 'run');
      const args = ['evaluate', 'commongen', '--dataset', dataset, '--model', model, '--out', out, '--metrics', 'bleu'];
      const { megabytes } = await runMeasured(process.execPath, [MAIN, ...args]);
      expect(megabytes).toBeLessThan(300);
      expect(readFileSync(join(out, 'predictions.jsonl'), 'utf8')).toContain('word word word');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
  120_000,
);

/** A chat completion whose text has so many bytes. */
function serveLong(bytes: number): Server {
  const block = 'word '.repeat(13_000);
  return createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.write('{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop",');
    response.write('"message":{"role":"assistant","content":"');
    // The client hangs up when it has enough.
    response.on('error', () => undefined);
    let sent = 0;
    const send = () => {
      if (response.destroyed) return;
      if (sent >= bytes) return void response.end('"}}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}');
      sent += block.length;
      if (response.write(block)) setImmediate(send);
      else response.once('drain', send);
    };
    send();
  });
}
