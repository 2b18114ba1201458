import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quietContext, shippedTools } from '../../../../../../test/quiet-context.ts';
import { areaUnderCurve, pairs } from './pairs.ts';

const GOOD = ['Families in Canada celebrate Christmas in the winter.', 'People in Australia celebrate Christmas in the summer.'];
const NONE = ['Xerox employs many people in Lexington, Kentucky.', 'Thanksgiving occurs annually in November.'];

async function score(name: string, content: string): Promise<{ rows: Record<string, unknown>[]; warnings: string[] }> {
  const file = join(mkdtempSync(join(tmpdir(), 'pairs-')), name);
  writeFileSync(file, content);
  const warnings: string[] = [];
  const context = quietContext({ tools: shippedTools(), warn: (line) => warnings.push(line) });
  const { lines = [] } = await pairs.run(pairs.options.parse({ file }), context);
  const rows: Record<string, unknown>[] = [];
  for await (const line of lines) rows.push(JSON.parse(line));
  return { rows, warnings };
}

describe('scores of pairs', () => {
  it('are higher for a contrast than for two sentences that have nothing to do with each other', async () => {
    const { rows } = await score('pairs.tsv', `${GOOD.join('\t')}\n${NONE.join('\t')}\n`);
    expect(rows.map(({ first }) => first)).toEqual([GOOD[0], NONE[0]]);
    expect(rows[0].validChance).toBeGreaterThan(2 * Number(rows[1].validChance));
    expect(rows[0].goodChance).toBeGreaterThan(2 * Number(rows[1].goodChance));
  });

  it('do not depend on the order of the two sentences', async () => {
    const { rows } = await score('pairs.tsv', `${GOOD.join('\t')}\n${[...GOOD].reverse().join('\t')}\n`);
    expect(rows[1].validChance).toBeCloseTo(Number(rows[0].validChance));
    expect(rows[1].goodChance).toBeCloseTo(Number(rows[0].goodChance));
  });

  it('keep the fields of JSON Lines, and are compared with labels that the rows have', async () => {
    const row = (statements: string[], valid: boolean) =>
      JSON.stringify({ id: statements[0], statements, valid, verdict: valid ? 'good' : 'no contrast' });
    const { rows, warnings } = await score('judged.jsonl', `${row(GOOD, true)}\n${row(NONE, false)}\n`);
    expect(rows[0]).toMatchObject({ id: GOOD[0], valid: true, first: GOOD[0], second: GOOD[1] });
    expect(warnings).toEqual(['valid: 2 readings, AUC 1.000', 'good: 2 readings, AUC 1.000']);
  });

  it('need two sentences', async () => {
    await expect(score('pairs.jsonl', '{"first": "One."}\n')).rejects.toThrow(/pairs\.jsonl:1.*has no pair/s);
  });
});

describe('the area under the curve', () => {
  const scored = (good: number[], bad: number[]) => [
    ...good.map((score) => ({ score, good: true })),
    ...bad.map((score) => ({ score, good: false })),
  ];

  it('is the share of good and bad ones in the right order, ties counting half', () => {
    expect(areaUnderCurve(scored([0.9, 0.4], [0.5, 0.1]))).toBe(0.75);
    expect(areaUnderCurve(scored([0.5], [0.5]))).toBe(0.5);
  });

  it('is unknown without both kinds', () => {
    expect(areaUnderCurve(scored([0.5], []))).toBeNull();
  });
});
