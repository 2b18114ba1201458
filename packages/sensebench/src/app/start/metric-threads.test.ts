import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MetricWorkers, startMetricWorkers } from '@sensebench/metrics/internal/metrics/threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMetricThreads, startThreadsEarly } from './metric-threads.ts';

vi.mock('@sensebench/metrics/internal/metrics/threads/metric-workers.ts', () => ({ startMetricWorkers: vi.fn() }));

/** Nothing was added there. */
const HOME = { SENSEBENCH_HOME: '/nowhere' };

let folder: string;
let file: string;
let started: MetricWorkers[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
  file = join(folder, 'items.jsonl');
  writeFileSync(file, 'x'.repeat(20_000));
  started = [];
  vi.mocked(startMetricWorkers).mockImplementation(() => {
    const workers = { prepare: vi.fn(), measure: vi.fn(), close: vi.fn() };
    started.push(workers);
    return workers;
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('createMetricThreads', () => {
  it('starts threads for metrics that take long, and the same ones serve again', () => {
    const threads = createMetricThreads();
    expect(threads.start(['bleu', 'cider'], HOME)).toBeNull();
    expect(started).toHaveLength(0);
    expect(threads.start(['bleu', 'meteor'], HOME)).toBe(started[0]);
    expect(threads.start(['spice'], HOME)).toBe(started[0]);
    expect(started[0].prepare).toHaveBeenLastCalledWith([expect.objectContaining({ name: 'spice', options: {} })]);
  });

  it('ends them once, and starts others when it is asked again', () => {
    const threads = createMetricThreads();
    threads.start(['meteor'], HOME);
    threads.close();
    threads.close();
    expect(started[0].close).toHaveBeenCalledOnce();
    expect(threads.start(['meteor'], HOME)).toBe(started[1]);
  });

  it('has none where there is no further core', () => {
    vi.mocked(startMetricWorkers).mockReturnValue(null);
    expect(createMetricThreads().start(['meteor'], HOME)).toBeNull();
  });
});

describe('startThreadsEarly', () => {
  const early = (...words: string[]) => startThreadsEarly(words, { SENSEBENCH_HOME: folder });

  it('prepares what a call of score will ask for', () => {
    early('score', 'text', '--references', file, '--predictions', file, '--metrics=bleu,meteor');
    expect(started[0].prepare).toHaveBeenCalledWith([expect.objectContaining({ name: 'meteor', options: {} })]);
    writeFileSync(join(folder, 'meteor-paraphrases.bin'), '');
    early('score', 'text', '--references', file, '--predictions', file);
    expect(started[1].prepare).toHaveBeenCalledWith([
      expect.objectContaining({ name: 'meteor', options: { paraphrases: join(folder, 'meteor-paraphrases.bin') } }),
    ]);
  });

  it('starts nothing for other commands, few items, quick metrics and words that are not paths', () => {
    early('stats', 'commongen', file);
    early('score', 'text', '--predictions', join(folder, 'none.jsonl'));
    early('score', 'text', '--predictions', file, '--metrics', 'bleu');
    early('score', 'text', 'x'.repeat(5000));
    expect(started).toHaveLength(0);
  });

  it('leaves it to the command to say what is wrong with an option', () => {
    expect(() => early('score', 'text', '--predictions', file, '--metrics', 'meteor(=)')).not.toThrow();
    expect(started).toHaveLength(0);
  });
});
