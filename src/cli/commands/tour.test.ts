import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { builtStarter } from '../../../test/built-starter.ts';
import { quietContext } from '../../../test/quiet-context.ts';
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

async function tour(items = 4): Promise<void> {
  const context = quietContext({
    tools: createToolbox({ environment: process.env, say: () => undefined }),
    say: (line) => void said.push(line),
  });
  await action.run(action.options.parse({ out, items }), context);
}

describe('sensebench tour', () => {
  it.each([
    'situatedgen-starter/dataset.json',
    'situatedgen-starter/thesis.tex',
    'runs/ngram/predictions.jsonl',
    'report.html',
    'sentences.html',
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
      'runs/ngram/notes.txt',
      'situatedgen-starter/notes.txt',
      'situatedgen-starter/runs/gpt/run.json',
    ];
    const { home, steps } = await builtStarter();
    vi.stubEnv('SENSEBENCH_HOME', home);
    await mkdir(out);
    await symlink(steps, join(out, '.sensebench-cache'));
    await tour();
    for (const file of mine) await writeFileAtomic(join(out, file), 'mine');
    await tour(2);
    for (const file of mine) expect(await readFile(join(out, file), 'utf8')).toBe('mine');
    expect(said).toContainEqual(`${join(out, 'situatedgen-starter')}: not written by this command, so left alone: notes.txt, runs/`);
    const predictions = await readFile(join(out, 'runs/ngram/predictions.jsonl'), 'utf8');
    expect(predictions.trim().split('\n')).toHaveLength(2);
    await writeFileAtomic(join(out, 'situatedgen-starter/test.jsonl'), 'edited by hand');
    await expect(tour()).rejects.toThrow(/test\.jsonl: was changed since the tour wrote it/);
  });
});
