import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFileAtomic } from '../../files/index.ts';
import { openTour } from './tour-record.ts';

const PARTS = ['dataset', 'runs/ngram', 'report.html'];
const FILES = { dataset: 'dataset/dataset.json', 'runs/ngram': 'runs/ngram/run.json', 'report.html': 'report.html' };
let out: string;
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'sensebench-tour-'));
});
afterEach(() => rm(out, { recursive: true, force: true }));

const write = (file: string, text = 'x') => writeFileAtomic(join(out, file), text);

async function tour(text: string): Promise<void> {
  const record = await openTour(out, PARTS);
  for (const [part, file] of Object.entries(FILES)) await record.write(part, () => write(file, text));
}

describe('a folder for the tour', () => {
  it('is taken a second time, with files of others in it', async () => {
    await write('notes.txt');
    await write('runs/gpt/run.json');
    await tour('1');
    await write('dataset/notes.txt');
    await tour('2');
    // What is not the tour's may change.
    await write('dataset/notes.txt', 'more');
    await tour('3');
    expect(await readFile(join(out, 'report.html'), 'utf8')).toBe('3');
  });

  it.each(Object.values(FILES))('is refused when %s is there without a tour, or was changed after one', async (file) => {
    await write(file);
    await expect(openTour(out, PARTS)).rejects.toThrow(/was not written by a tour/);
    await rm(join(out, file));
    await tour('1');
    await write(file, 'mine');
    await expect(openTour(out, PARTS)).rejects.toThrow(`${file}: was changed since the tour wrote it`);
    await rm(join(out, file));
    await expect(openTour(out, PARTS)).resolves.toBeDefined();
  });

  it('is taken again after a tour that was stopped in the middle of a run', async () => {
    const record = await openTour(out, PARTS);
    const stopped = async (file: string) => {
      await write(file);
      throw new Error('stopped');
    };
    await record.write('dataset', () => write('dataset/dataset.json'));
    await expect(record.write('runs/ngram', () => stopped('runs/ngram/run.json'), { gradual: true })).rejects.toThrow('stopped');
    await expect(openTour(out, PARTS)).resolves.toBeDefined();
    // Parts that the tour did not come to may be anybody's.
    await write('report.html', 'mine');
    await expect(openTour(out, PARTS)).rejects.toThrow(/report\.html: .* not written by a tour/);
  });

  it('is refused when tour.json is of somebody else', async () => {
    await write('tour.json', '{"cities":["Paris"]}');
    await expect(openTour(out, PARTS)).rejects.toThrow(/tour\.json/);
  });
});
