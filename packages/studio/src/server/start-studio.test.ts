import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BENCHMARK_NAMES, createApp } from 'sensebench/internal/app';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testDatabase } from '../../../../test/store.ts';
import { startStudio } from './start-studio.ts';
import { createCatalog } from './studies/catalog.ts';

const db = testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'sensebench-start-'));
const app = createApp({ environment: {}, threads: { start: () => null, close: () => undefined } });
beforeAll(() => {
  for (const [name, value] of Object.entries(db.environment)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await app.close();
  rmSync(folder, { recursive: true });
});

it('loads the modules of all benchmarks before it listens', async () => {
  const loaded: string[] = [];
  const benchmark = async (name: string) => {
    const found = await app.benchmark(name);
    loaded.push(name);
    return found;
  };
  const studio = await startStudio({
    app: { ...app, benchmark },
    ...{ data: join(folder, 'data'), datasets: folder, runs: folder, web: join(folder, 'no-pages') },
    databaseUrl: db.environment.DATABASE_URL,
    ...{ host: '127.0.0.1', port: 0, worker: false, log: () => undefined },
  });
  await studio.close();
  expect(loaded.toSorted()).toEqual([...BENCHMARK_NAMES].sort());
});

it('makes the tasks of a benchmark once, not for every answer', async () => {
  const catalog = createCatalog({ app, datasets: folder, runs: folder });
  const task = await catalog.task('tgcsr', 'tgcsr/criteria');
  expect(await catalog.task('tgcsr', 'tgcsr/criteria')).toBe(task);
});
