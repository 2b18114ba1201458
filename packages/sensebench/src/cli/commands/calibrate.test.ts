/** `sensebench calibrate`: a judge beside people, from files. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@sensebench/metrics/internal/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietContext } from '../../../../../test/quiet-context.ts';
import type { FieldCalibration } from '../../evaluate/judge/index.ts';
import { resultText } from '../../report/index.ts';
import { action, warnOfOtherJudge } from './calibrate.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-calibrate-'));
});
afterAll(() => rm(folder, { recursive: true }));

const decision = (item: string, annotator: string, commonsense: string) => ({
  task: 'text/criteria',
  item,
  annotator,
  value: { commonsense, fluency: 'yes' },
});

async function files({ judge, people }: { judge: object[]; people: object[] }) {
  const paths = { judged: join(folder, 'judge.jsonl'), people: join(folder, 'people.jsonl') };
  for (const [path, rows] of [
    [paths.judged, judge],
    [paths.people, people],
  ] as const)
    await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  return paths;
}

const random = createRandom('calibrate');
const truth = Array.from({ length: 300 }, () => (random.next() < 0.7 ? 'yes' : 'no'));
const flip = (label: string, share: number) => (random.next() >= share ? label : label === 'yes' ? 'no' : 'yes');
const judge = truth.map((label, i) => decision(`i${i}`, 'judge', flip(label, 0.1)));
const people = truth.slice(0, 40).flatMap((label, i) => ['ann', 'ben', 'cat'].map((name) => decision(`i${i}`, name, flip(label, 0.05))));

async function run(given: { judge: object[]; people: object[] }, options: object = {}) {
  const { judged, people: path } = await files(given);
  const warnings: string[] = [];
  const context = quietContext({ tools: failingTools, warn: (line) => warnings.push(line) });
  const result = await action.run(action.options.parse({ judged, people: [path], benchmark: 'commongen', ...options }), context);
  const { json } = result;
  const text = resultText(result);
  return { json: json as { fields: Record<string, FieldCalibration> }, text, warnings };
}

const failingTools = () => Promise.reject(new Error('no tools are needed'));

const asCommonGen = (rows: { task: string }[]) => rows.map((row) => ({ ...row, task: 'commongen/criteria' }));

describe('calibrate', () => {
  it('gives the estimate of both, between exact and honest', async () => {
    const out = join(folder, 'calibration.json');
    const { json, text } = await run({ judge: asCommonGen(judge), people: asCommonGen(people) }, { within: 0.05, out });
    const { commonsense, fluency } = json.fields;
    expect(commonsense.labels).toEqual({ people: 40, judge: 300, both: 40 });
    expect(commonsense.agreement.value).toBeGreaterThan(0.8);
    expect((commonsense.sensitivity?.items ?? 0) + (commonsense.specificity?.items ?? 0)).toBe(40);
    const { people: alone, both, worth, needed } = commonsense.estimate!;
    const [long, short] = [alone, both].map(({ interval }) => interval![1] - interval![0]);
    expect(short).toBeLessThan(long);
    expect(worth).toBeGreaterThan(40);
    expect(needed).toBeGreaterThan(40);
    expect(commonsense.replaces).toMatchObject({ passes: expect.any(Boolean), annotators: { ann: { items: 40 } } });
    expect(fluency.notes).toEqual(expect.arrayContaining([expect.stringContaining('the judge always answers "yes"')]));
    expect(text).toContain('may replace a person');
    expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({
      judge: 'judge',
      task: 'commongen/criteria',
      rubric: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
  it.each([
    [
      'no item in common',
      { judge: [decision('x', 'judge', 'yes')], people: [decision('y', 'ann', 'yes')] },
      'no item has a label by people and one by the judge',
    ],
    [
      'two judges',
      { judge: [decision('x', 'a', 'yes'), decision('x', 'b', 'yes')], people: [decision('x', 'ann', 'yes')] },
      'verdicts of 2 judges',
    ],
    ['only the judge', { judge: [decision('x', 'judge', 'yes')], people: [decision('x', 'judge', 'yes')] }, 'has no decision of the task'],
  ])('refuses %s with one line', async (_, { judge: verdicts, people: labels }, message) => {
    await expect(run({ judge: asCommonGen(verdicts), people: asCommonGen(labels) })).rejects.toThrow(message);
  });
  it('warns of another judge, task or wording', () => {
    const warnings: string[] = [];
    const calibration = { judge: 'openai:a', task: 't/criteria', rubric: '1' };
    warnOfOtherJudge(
      calibration,
      { judge: 'openai:a@http://127.0.0.1', task: 't/criteria', rubric: '1' },
      { warn: (line) => warnings.push(line) },
    );
    expect(warnings).toEqual([]);
    warnOfOtherJudge(calibration, { judge: 'openai:b', task: 't/criteria', rubric: '2' }, { warn: (line) => warnings.push(line) });
    expect(warnings).toEqual([
      'the calibration does not apply: it is of openai:a, not of openai:b; the criteria or the wording have changed since',
    ]);
  });
});
