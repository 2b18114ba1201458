/** Running text to a dataset: sentences are found, judged by rules with a name each, and keep their document and place. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it, vi } from 'vitest';
import { createMetricThreads } from '../packages/sensebench/src/app/start/index.ts';
import { main } from '../packages/sensebench/src/cli/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'text-source-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PLACES = ['Japan', 'Spain', 'Kenya', 'Peru', 'Norway', 'India', 'Chile', 'Egypt'];
const DOING = ['plant rice', 'repair boats', 'sell cheese', 'paint houses'];

const rowsOf = (name: string) =>
  readFileSync(join(folder, 'set', name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

it('builds a dataset from a dump of documents', async () => {
  const dump = join(folder, 'dump.jsonl.gz');
  const documents = PLACES.map((place) => ({
    title: place,
    text: `${place}\n\n${DOING.map((what) => `Farmers in ${place} ${what}.`).join(' ')} They rest in winter. We visited ${place} in May, and it rained.`,
  }));
  writeFileSync(dump, gzipSync(documents.map((document) => `${JSON.stringify(document)}\n`).join('')));
  const words = ['--source', `text=${dump}`, '--entities', 'model', '--pairs', 'paper', '--threads', '1'];
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const code = await main(
    ['build', 'situatedgen', ...words, '--out', join(folder, 'set'), '--quiet'],
    createMetricThreads({ count: 0 }),
  ).finally(() => vi.restoreAllMocks());
  expect(code).toBe(0);
  const statements = rowsOf('statements.jsonl');
  expect(statements.length).toBeGreaterThan(20);
  expect(statements.find(({ id }) => id === 'text::dump::0.2')).toMatchObject({
    text: 'Farmers in Japan repair boats.',
    provenance: { document: 'Japan', offset: String(documents[0].text.indexOf('Farmers in Japan repair')) },
  });
  const rules = rowsOf('ledger.jsonl')
    .filter(({ step }) => step === 'read')
    .map(({ rule }) => rule);
  expect(new Set(rules)).toEqual(new Set(['a heading, a list or mark-up', 'speaks of what was said before', 'first or second person']));
});
