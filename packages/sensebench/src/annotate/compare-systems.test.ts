import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, type Item } from '@sensebench/metrics/internal/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareTask } from './compare-systems.ts';
import { readDecisions } from './read-decisions.ts';

const items: Item[] = ['0', '1', '2'].map((id) => ({ id, input: { concepts: ['dog', 'run'] }, references: [], meta: {} }));
const run = (name: string, ids: string[]) => ({ name, outputs: new Map(ids.map((id) => [id, `${name} on ${id}`])) });
const task = compareTask({ name: 'x' });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-compare-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a comparison', () => {
  it('shows the outputs for items that all systems answered', () => {
    const listed = task.list({ items, runs: [run('a', ['0', '1']), run('b', ['1', '2'])], seed: 1 });
    expect(listed).toEqual([
      {
        id: '1',
        also: undefined,
        shown: {
          given: 'dog, run',
          outputs: [
            { system: 'a', text: 'a on 1' },
            { system: 'b', text: 'b on 1' },
          ],
        },
      },
    ]);
  });

  it('is of two to six systems', () => {
    const runs = (count: number) => Array.from({ length: count }, (_, i) => run(`s${i}`, ['0']));
    expect(() => task.list({ items, runs: runs(1), seed: 1 })).toThrow(/1 systems cannot be compared \(expected two to 6 systems\)/);
    expect(() => task.list({ items, runs: runs(7), seed: 1 })).toThrow(/7 systems/);
    expect(task.list({ items, runs: runs(6), seed: 1 })).toHaveLength(1);
  });

  it('names items as the benchmark does, and lists its criteria', () => {
    const own = compareTask({
      name: 'x',
      names: (all) => all.map(({ id }) => ({ id: `set ${id}`, also: [id] })),
      tasks: [{ ...task, name: 'x/filter', criteria: { short: 'It is short.' } }],
    });
    expect(own.list({ items, runs: [run('a', ['2']), run('b', ['2'])], seed: 1 })).toMatchObject([{ id: 'set 2', also: ['2'] }]);
    expect(own.guideline).toContain('- It is short.');
  });

  it('is shown in another order to each annotator', () => {
    const [{ shown }] = task.list({ items, runs: ['a', 'b', 'c', 'd'].map((name) => run(name, ['0'])), seed: 1 });
    const orders = ['x', 'y', 'z', 'u', 'v'].map((annotator) =>
      task
        .arrange?.(shown, createRandom(annotator))
        .outputs.map(({ system }) => system)
        .join(''),
    );
    expect(new Set(orders).size).toBeGreaterThan(1);
    expect(new Set(orders.map((order) => [...(order ?? '')].sort().join('')))).toEqual(new Set(['abcd']));
  });
});

describe('votes between two systems', () => {
  it('become places by the number of wins', async () => {
    const path = join(folder, 'votes.csv');
    await writeFile(path, 'set,annotator,first,second,winner\n0,x,a,b,first\n0,x,a,c,first\n0,x,c,b,tie\n0,y,a,b,first\n0,y,a,b,second\n');
    const { current } = await readDecisions([path], task);
    expect(current.map(({ annotator, value }) => [annotator, value.places])).toEqual([
      ['x', { a: 1, b: 2, c: 2 }],
      // The later vote on the same two in the same order counts.
      ['y', { a: 2, b: 1 }],
    ]);
    expect(current[0].value.orders).toHaveLength(3);
  });

  it('may stand beside decisions, and a wrong one is refused with its line', async () => {
    const path = join(folder, 'mixed.jsonl');
    const decision = { item: '1', annotator: 'x', task: 'x/compare', value: { places: { a: 1, b: 2 }, shown: ['b', 'a'] } };
    const vote = { item: '2', annotator: 'x', first: 'a', second: 'b', winner: 'tie' };
    await writeFile(path, [decision, vote].map((row) => JSON.stringify(row)).join('\n'));
    const { current } = await readDecisions([path], task);
    expect(current.map(({ item, value }) => [item, value.places])).toEqual([
      ['1', { a: 1, b: 2 }],
      ['2', { a: 1, b: 1 }],
    ]);
    await writeFile(path, JSON.stringify({ ...vote, winner: 'both' }));
    await expect(readDecisions([path], task)).rejects.toThrow(/mixed\.jsonl:1, field "winner"/);
    await writeFile(path, JSON.stringify({ ...decision, value: { places: { a: 1 } } }));
    await expect(readDecisions([path], task)).rejects.toThrow(/mixed\.jsonl:1, field "value\.places": compares fewer than two systems/);
  });
});
