import { describe, expect, it } from 'vitest';
import { trainingRows } from './export-training.ts';

const row = { concept_set: 'dog#catch#frisbee', scene: ['A dog catches a frisbee.', 'Dogs catch frisbees.'] };

describe('training files', () => {
  it("have the paper's formats", () => {
    const first = (format: 'plain' | 't5' | 'gpt2') => [...trainingRows([row], { format, orders: 1, seed: 1 })][0];
    expect(first('plain')).toEqual({ input: 'dog catch frisbee', target: 'A dog catches a frisbee.' });
    expect(first('t5')).toEqual({ input: 'generate a sentence with dog catch frisbee.', target: 'A dog catches a frisbee.' });
    expect(first('gpt2')).toEqual({ text: 'dog catch frisbee = A dog catches a frisbee.' });
  });

  it('show each reference with several orders of the concepts, the given one first', () => {
    const rows = [...trainingRows([row], { format: 'plain', orders: 4, seed: 1 })];
    expect(rows).toHaveLength(8);
    expect(rows[0].input).toBe('dog catch frisbee');
    for (const { input } of rows) expect(input.split(' ').sort()).toEqual(['catch', 'dog', 'frisbee']);
    expect(new Set(rows.map(({ input }) => input)).size).toBeGreaterThan(1);
    expect([...trainingRows([row], { format: 'plain', orders: 4, seed: 1 })]).toEqual(rows);
  });
});
