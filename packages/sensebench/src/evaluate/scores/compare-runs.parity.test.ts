/** Paired tests of plain texts beside sacreBLEU's own: the same scores, p-values within Monte-Carlo error. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure } from '@sensebench/metrics/internal/metrics';
import { afterAll, describe, expect, it } from 'vitest';
import { oraclePython, sharedPath } from '../../../../../test/shared.ts';
import { type ComparedRun, compareRuns } from './compare-runs.ts';

const [outputs, dataset] = ['oracles/commongen-dev-bart.jsonl', 'data/commongen/dev.jsonl'].map(sharedPath);
const python = oraclePython();
const folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** From the printed table: its JSON cannot be written with the bootstrap (a float32). */
function readTable(text: string): { scores: number[]; p: number } {
  const scores = [...text.matchAll(/│\s+(\d+\.\d+)/g)].map(([, score]) => Number(score));
  const [, p = 'NaN'] = /\(p = ([\d.]+)\)/.exec(text) ?? [];
  return { scores, p: Number(p) };
}

describe.skipIf(!outputs || !dataset || !python)('two files of texts', () => {
  const SIZE = 300;
  const references: string[] = dataset
    ? read(dataset)
        .map(({ scene }) => scene[0])
        .slice(0, SIZE)
    : [];
  const said: string[] = outputs
    ? read(outputs)
        .map(({ candidate }) => candidate)
        .slice(0, SIZE)
    : [];
  const shorter = (text: string) => text.split(' ').slice(0, -1).join(' ');
  /** Each loses the last word of some items: a difference that is neither clear nor nothing. */
  const first = said.map((text, i) => (i % 5 === 0 ? shorter(text) : text));
  const second = said.map((text, i) => (i % 4 === 1 ? shorter(text) : text));

  it.each([
    ['permutation', ['--paired-ar', '--paired-ar-n', '10000'], 10_000],
    ['bootstrap', ['--paired-bs', '--paired-bs-n', '4000'], 4000],
  ] as const)('have the scores and nearly the p of sacreBLEU (%s)', async (test, flags, resamples) => {
    const file = (name: string, lines: readonly string[]) => {
      writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
      return join(folder, name);
    };
    const [refs, a, b] = [file('refs', references), file('a', first), file('b', second)];
    const { stdout } = spawnSync(python!, ['-m', 'sacrebleu', refs, '-i', a, b, '-m', 'chrf', '-w', '8', '-f', 'text', ...flags], {
      encoding: 'utf8',
    });
    const theirs = readTable(stdout);
    const items = references.map((text, i) => ({ id: `${i}`, input: null, references: [text], meta: {} }));
    const runs: ComparedRun[] = [];
    for (const [name, predictions] of [
      ['a', first],
      ['b', second],
    ] as const) {
      const { scores, measured } = await measure({ items, predictions, metrics: ['chrf'] });
      runs.push({ name, scores, measured: [measured], answered: items });
    }
    const { pairs, corpus } = await compareRuns(runs, { test, resamples, by: 'chrf' });
    const p = pairs[0].metrics.chrf.p ?? 0;
    console.log(test, corpus.chrf, theirs.scores, 'p', p, 'sacreBLEU', theirs.p);
    expect(theirs.scores).toHaveLength(2);
    for (const [i, name] of ['a', 'b'].entries()) expect(100 * (corpus.chrf[name] ?? 0)).toBeCloseTo(theirs.scores[i], 6);
    // Three standard errors of either Monte-Carlo estimate. sacreBLEU's bootstrap takes absolute differences before it centres them:
    // its p is one-sided, at most about half of a two-sided one, so that only the exchanges can be compared.
    const error = Math.sqrt((p * (1 - p) * 2) / resamples);
    if (test === 'permutation') expect(Math.abs(p - theirs.p)).toBeLessThan(3 * error + 0.002);
    else expect(theirs.p).toBeLessThan(p / 2 + 3 * error);
  });
});
