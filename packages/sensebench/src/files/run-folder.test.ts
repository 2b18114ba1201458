import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunPrediction } from '@sensebench/metrics/internal/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownMark } from './process-mark.ts';
import { openRun, type RunManifest, readPredictions, readRunManifest } from './run-folder.ts';

const manifest: RunManifest = {
  benchmark: 'commongen',
  runner: 'keywords',
  prompt: { name: 'plain', sha256: 'p' },
  dataset: { name: 'dev.jsonl', sha256: 'd', items: 3 },
  options: { shots: 0 },
  seed: 17,
  versions: { sensebench: '0.1.0' },
};
const prediction = (id: string): RunPrediction => ({ id, prediction: `text ${id}`, raw: id, repeat: 0, order: 0, examples: [], ms: 1 });
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-run-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function ids(): Promise<string[]> {
  const list: string[] = [];
  for await (const { id } of readPredictions(folder)) list.push(id);
  return list;
}

describe('a run folder', () => {
  it('goes on where it ended, and cuts a torn last line', async () => {
    const first = await openRun(folder, manifest);
    first.append(prediction('1'));
    first.append(prediction('2'));
    await first.close();
    await appendFile(join(folder, 'predictions.jsonl'), `{"id":"3","prediction":"${'x'.repeat(100_000)}`);
    const second = await openRun(folder, { ...manifest, versions: { sensebench: '0.2.0' } });
    expect([...second.done]).toEqual(['0/0/1', '0/0/2']);
    second.append(prediction('3'));
    await second.close();
    expect(await ids()).toEqual(['1', '2', '3']);
  });

  it('takes other tags and notes, and keeps those that are there where none are given', async () => {
    const worded = async (words: Pick<RunManifest, 'tags' | 'note'>) => {
      await (await openRun(folder, { ...manifest, ...words })).close();
      const { tags, note } = await readRunManifest(folder);
      return { tags, note };
    };
    expect(await worded({ tags: ['base'], note: 'first' })).toEqual({ tags: ['base'], note: 'first' });
    expect(await worded({})).toEqual({ tags: ['base'], note: 'first' });
    expect(await worded({ tags: ['small'] })).toEqual({ tags: ['small'], note: 'first' });
  });

  it.each([
    ['dataset', { dataset: { ...manifest.dataset, sha256: 'other' } }],
    ['prompt', { prompt: { name: 'plain', sha256: 'changed' } }],
    ['runner', { runner: 'ngram' }],
    ['options', { options: { shots: 10 } }],
    ['seed', { seed: 18 }],
  ])('refuses to mix: another %s', async (field, change) => {
    await (await openRun(folder, manifest)).close();
    await expect(openRun(folder, { ...manifest, ...change })).rejects.toThrow(new RegExp(`another ${field}`));
    await (await openRun(folder, manifest)).close();
  });

  it('is written by one process at a time, and a dead one does not count', async () => {
    const run = await openRun(folder, manifest);
    await expect(openRun(folder, manifest)).rejects.toThrow(`is being written by process ${process.pid}`);
    await run.close();
    const gone = spawn(process.execPath, ['-e', '']);
    await once(gone, 'close');
    const left = (change: object) => JSON.stringify({ ...ownMark(), token: 'left', ...change });
    await writeFile(join(folder, 'run.lock'), left({ pid: gone.pid }));
    await (await openRun(folder, manifest)).close();
    // In a container the next process has the number of the killed one.
    await writeFile(join(folder, 'run.lock'), left({ start: '1' }));
    await (await openRun(folder, manifest)).close();
  });

  it('is refused in one line where a file has its name, or a folder that of its predictions', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, 'x');
    await expect(openRun(file, manifest)).rejects.toThrow(`${file}: exists already and is not a folder`);
    const run = join(folder, 'run-with-a-folder');
    await (await openRun(run, manifest)).close();
    await rm(join(run, 'predictions.jsonl'));
    await mkdir(join(run, 'predictions.jsonl'));
    await expect(openRun(run, manifest)).rejects.toThrow(/predictions\.jsonl: is a folder/);
  });

  it('is refused when its predictions are of something unknown', async () => {
    await writeFile(join(folder, 'predictions.jsonl'), '');
    await expect(openRun(folder, manifest)).rejects.toThrow(/no run\.json/);
    expect(await readFile(join(folder, 'predictions.jsonl'), 'utf8')).toBe('');
  });
});
