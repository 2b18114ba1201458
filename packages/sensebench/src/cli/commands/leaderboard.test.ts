/** The commands that write a competition to a file, on a database of their own. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../../../../test/store.ts';
import { makeDataset } from '../../../../../test/studio.ts';
import { main } from '../program.ts';

const db = testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'sensebench-leaderboard-'));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  const rows = ['dog#throw#ball', 'girl#ride#horse'].map((concepts) => ({ concept_set: concepts, scene: [`The ${concepts}.`] }));
  makeDataset(folder, 'sets', { benchmark: 'commongen', rows });
});

describe('backups and bundles', () => {
  let umask: number;
  beforeEach(() => {
    for (const [name, value] of Object.entries(db.environment)) vi.stubEnv(name, value);
    umask = process.umask(0);
  });
  afterEach(() => {
    process.umask(umask);
    vi.unstubAllEnvs();
  });
  const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);

  it('can be read by their owner alone, whatever the umask', async () => {
    const phases = join(folder, 'phases.yaml');
    writeFileSync(phases, 'title: Sets\nmetrics: [length]\nrank: length\nphases:\n  - { name: one, start: 2020-01-01T00:00:00Z }\n');
    expect(await main(['leaderboard', 'create', '--dataset', join(folder, 'sets'), '--phases', phases])).toBe(0);
    expect(await main(['leaderboard', 'export', '--out', join(folder, 'out/bundle.zip')])).toBe(0);
    expect(await main(['store', 'backup', '--out', join(folder, 'kept/store.jsonl.gz')])).toBe(0);
    const modes = ['out', 'out/bundle.zip', 'kept', 'kept/store.jsonl.gz'].map(modeOf);
    expect(modes).toEqual(['700', '600', '700', '600']);
  });
});
