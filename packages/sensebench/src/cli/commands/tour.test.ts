import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { builtStarter } from '../../../../../test/built-starter.ts';
import { quietContext } from '../../../../../test/quiet-context.ts';
import { createToolbox } from '../../app/tools.ts';
import { writeFileAtomic } from '../../files/index.ts';
import { listFiles } from '../../files/list-files.ts';
import { action } from './tour.ts';

let folder: string;
let out: string;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-tour-'));
  out = join(folder, 'tour');
  said = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function tour(items = 4): Promise<{ text: string; json: TourJson }> {
  const context = quietContext({
    tools: createToolbox({ environment: process.env, say: () => undefined }),
    say: (line) => void said.push(line),
  });
  const { text = '', json } = await action.run(action.options.parse({ out, items }), context);
  return { text, json: json as TourJson };
}

interface Figures {
  starter: Record<string, Record<string, number>>;
}

interface TourJson {
  dataset: { rows: Record<string, number> };
  runs: Record<string, Record<string, number>>;
}

describe('sensebench tour', () => {
  it('builds and evaluates from the command line, where the dataset is built by a process of its own', () => {
    const main = join(import.meta.dirname, '../main.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', main, 'tour', '--items', '4', '--out', out], {
      encoding: 'utf8',
    });
    expect(stderr).toBe(
      '1 of 2  building a SituatedGen dataset from the starter corpus\n2 of 2  evaluating three systems on CommonGen items of the starter corpus\n',
    );
    expect(status).toBe(0);
    expect(stdout).toContain('388 test');
  });

  it.each([
    'situatedgen-starter/dataset.json',
    'situatedgen-starter/thesis.tex',
    'commongen/test.jsonl',
    'runs/keywords/predictions.jsonl',
    'report.html',
  ])('refuses a folder where %s is of somebody else, and removes nothing', async (file) => {
    await writeFileAtomic(join(out, file), 'years of work');
    await expect(tour()).rejects.toThrow(/was not written by a tour/);
    expect(await listFiles(out)).toEqual([file]);
    expect(await readFile(join(out, file), 'utf8')).toBe('years of work');
  });

  it('replaces the tour before it and keeps what was added to it', async () => {
    const mine = [
      'notes.txt',
      'runs/gpt/run.json',
      'runs/keywords/notes.txt',
      'situatedgen-starter/notes.txt',
      'situatedgen-starter/runs/gpt/run.json',
    ];
    const { home, steps } = await builtStarter();
    vi.stubEnv('SENSEBENCH_HOME', home);
    await mkdir(out);
    await symlink(steps, join(out, '.sensebench-cache'));
    const { text, json } = await tour();
    expect(said).toEqual([expect.stringMatching(/^1 of 2 {2}building/), expect.stringMatching(/^2 of 2 {2}evaluating/)]);
    expect(text.split('\n').length + said.length).toBeLessThanOrEqual(25);
    for (const verb of ['1 Build', '2 Evaluate', '3 Annotate', '4 Host']) expect(text).toContain(`${verb} `);
    expect(text).toMatch(/Dropped by rule same-place \(.+ \/ .+\): \w/);
    const figures = JSON.parse(await readFile(join(import.meta.dirname, '../../../../../docs/figures.json'), 'utf8')) as Figures;
    expect(json.dataset.rows).toEqual(figures.starter.situatedgen);
    for (const file of mine) await writeFileAtomic(join(out, file), 'mine');
    const { text: large, json: scored } = await tour(60);
    expect(scored.runs.written.spice).toBeGreaterThan(scored.runs.keywords.spice);
    expect(large).toMatch(/written leads keywords by [\d.]+ SPICE \[[\d.]+, [\d.]+\], p [<=] 0\.00\d+ \(paired t test\)\./);
    await tour(2);
    for (const file of mine) expect(await readFile(join(out, file), 'utf8')).toBe('mine');
    const predictions = await readFile(join(out, 'runs/keywords/predictions.jsonl'), 'utf8');
    expect(predictions.trim().split('\n')).toHaveLength(2);
    await writeFileAtomic(join(out, 'situatedgen-starter/test.jsonl'), 'edited by hand');
    await expect(tour()).rejects.toThrow(/test\.jsonl: was changed since the tour wrote it/);
  });
});
