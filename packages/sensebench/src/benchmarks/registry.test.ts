import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadBenchmark } from './registry.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-registry-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(benchmark: string, row: unknown): Promise<unknown[]> {
  const file = join(folder, 'rows.jsonl');
  writeFileSync(file, JSON.stringify(row));
  const items: unknown[] = [];
  for await (const item of (await loadBenchmark(benchmark)).read(file, {})) items.push(item);
  return items;
}

const conceptSet = { concept_set: 'dog#catch', scene: ['The dog catches it.'] };

it('says which benchmark a file of another one looks like', async () => {
  await expect(read('situatedgen', conceptSet)).rejects.toThrow(
    'rows.jsonl: looks like a CommonGen file, not a SituatedGen file; use the benchmark "commongen"',
  );
  await expect(read('tgcsr', conceptSet)).rejects.toThrow('looks like a CommonGen file, not a TG-CSR file');
});

it('reads a file that fits, and names the field of one that fits none', async () => {
  expect(await read('commongen', conceptSet)).toHaveLength(1);
  await expect(read('commongen', { words: [] })).rejects.toThrow(/rows\.jsonl:1, field "concept_set": is missing/);
});

it('knows the nearest name', async () => {
  await expect(loadBenchmark('comongen')).rejects.toThrow('unknown benchmark "comongen"; did you mean "commongen"?');
  await expect(loadBenchmark('hellaswag')).rejects.toThrow('unknown benchmark "hellaswag" (expected situatedgen, commongen');
});
