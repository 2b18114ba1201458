import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MetricWorkers, startMetricWorkers } from '../metrics/score/metric-workers.ts';
import { endScoreAhead, scoreAhead, scoreAheadOf } from './score-ahead.ts';

vi.mock('../metrics/score/metric-workers.ts', () => ({ startMetricWorkers: vi.fn() }));

describe('scoreAheadOf', () => {
  const context = { say: () => undefined };
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

  it('starts threads that the command takes over, once', () => {
    scoreAheadOf(['score', 'text', '--references', file, '--predictions', file, '--metrics=bleu,meteor']);
    expect(started).toHaveLength(1);
    expect(scoreAhead(['meteor', 'bleu'], [file], context).workers).toBe(started[0]);
    expect(scoreAhead(['meteor'], [file], context).workers).toBe(started[1]);
  });

  it('ends what was started for other metrics', () => {
    scoreAheadOf(['score', 'commongen', '--dataset', file, '--predictions', file]);
    expect(scoreAhead(['spice'], [file], context).workers).toBe(started[1]);
    expect(started[0].close).toHaveBeenCalled();
  });

  it('is undone for a command line that never comes to scoring, and leaves alone what was taken over', () => {
    scoreAheadOf(['score', 'text', '--reference', file, '--predictions', file]);
    endScoreAhead();
    expect(started[0].close).toHaveBeenCalledOnce();
    scoreAheadOf(['score', 'text', '--references', file, '--predictions', file, '--metrics', 'meteor']);
    scoreAhead(['meteor'], [file], context);
    endScoreAhead();
    expect(started[1].close).not.toHaveBeenCalled();
  });

  it('starts nothing for other commands, few items, quick metrics and words that are no paths', () => {
    scoreAheadOf(['stats', 'commongen', file]);
    scoreAheadOf(['score', 'text', '--predictions', join(folder, 'none.jsonl')]);
    scoreAheadOf(['score', 'text', '--predictions', file, '--metrics', 'bleu']);
    scoreAheadOf(['score', 'text', 'x'.repeat(5000)]);
    expect(started).toHaveLength(0);
  });
});
