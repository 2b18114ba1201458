import type { Item, RunPrediction } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../../files/index.ts';
import { confusionTables } from './report-confusion.ts';

const choices = () => ['yes', 'no'].map((label) => ({ label, text: label }));
const item = (id: string, right?: string): Item => ({ id, input: '', references: right ? [right] : [], meta: {} });
const items = [item('1', 'yes'), item('2', 'yes'), item('3', 'no'), item('4', 'no'), item('5')];
const run = (said: Record<string, string>) =>
  ({
    name: 'mine',
    predictions: new Map(Object.entries(said).map(([id, prediction]) => [id, { id, prediction } as RunPrediction])),
  }) as unknown as EvaluatedRun;

describe('the table of right and wrong answers', () => {
  it('counts what was said for each right answer; items without a right answer or an answer do not count', () => {
    const [table] = confusionTables({ benchmark: { choices }, items, runs: [run({ 1: 'yes', 2: 'no', 3: '', 5: 'yes' })] });
    expect(table.columns.map(({ label }) => label)).toEqual([
      'right answer',
      'answered yes',
      'answered no',
      'answered no choice',
      'right %',
    ]);
    expect(table.rows.map((row) => table.columns.map(({ key }) => row[key]))).toEqual([
      ['yes', 1, 1, 0, '50.0'],
      ['no', 0, 0, 1, '0.0'],
    ]);
  });

  it('is not there without choices, without right answers, or with too many labels', () => {
    const runs = [run({ 1: 'yes' })];
    expect(confusionTables({ benchmark: {}, items, runs })).toEqual([]);
    expect(confusionTables({ benchmark: { choices }, items: [item('5')], runs })).toEqual([]);
    const many = () => Array.from({ length: 11 }, (_, i) => ({ label: `${i}`, text: `${i}` }));
    expect(confusionTables({ benchmark: { choices: many }, items: [item('1', '3')], runs })).toEqual([]);
  });
});
