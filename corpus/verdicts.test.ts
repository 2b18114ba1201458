import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CRITERIA } from '../packages/sensebench/src/benchmarks/situatedgen/build/filter-by-people.ts';
import { filterTask } from '../packages/sensebench/src/benchmarks/situatedgen/tasks/filter.ts';

const linesOf = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const files = [...readdirSync(new URL('./qa/', import.meta.url)).map((name) => `./qa/${name}`), './tables/statements.jsonl'];
const known = new Set(files.flatMap(linesOf).map(({ id }) => id));
const verdicts = linesOf('./situatedgen/verdicts.jsonl');

describe('the verdicts on pairs of the starter corpus', () => {
  it('are decisions of the filter task, one for a pair', () => {
    for (const { task, value } of verdicts) {
      expect(task).toBe(filterTask.name);
      expect(Object.keys(filterTask.value.parse(value)).sort()).toEqual([...CRITERIA].sort());
    }
    expect(new Set(verdicts.map(({ item }) => item)).size).toBe(verdicts.length);
  });

  it('are about statements that the corpus has', () => {
    expect(verdicts.flatMap(({ item }) => item.split('|')).filter((id: string) => !known.has(id))).toEqual([]);
  });

  it('refuse some and name the criterion', () => {
    const refused = verdicts.filter(({ value }) => value !== 'accept');
    expect(refused.length).toBeGreaterThan(100);
    for (const { value } of refused) expect(Object.values(value)).toContain('no');
  });

  it('are as many as the README says', () => {
    const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
    const [, read, refused] = /([\d,]+) pairs were read, and ([\d,]+) fell short/.exec(readme) ?? [];
    expect(Number(read?.replace(',', ''))).toBe(verdicts.length);
    expect(Number(refused)).toBe(verdicts.filter(({ value }) => value !== 'accept').length);
  });
});
