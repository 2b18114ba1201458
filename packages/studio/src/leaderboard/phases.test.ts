import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item } from 'sensebench/internal/core';
import { afterAll, describe, expect, it } from 'vitest';
import { checkItemsAfterEnd, itemsOfPhases } from './phase-items.ts';
import { parsePhases, phaseAt, readPhases } from './phases.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-phases-'));
afterAll(() => rmSync(folder, { recursive: true }));
const example = join(import.meta.dirname, '../../../../docs/examples/phases-tgcsr.yaml');

const phase = (name: string, start: string, end?: string) => ({
  name,
  start: `${start}T00:00:00Z`,
  ...(end ? { end: `${end}T00:00:00Z` } : {}),
});
const file = (phases: unknown[], more: object = {}) => ({ title: 'T', metrics: ['accuracy'], rank: 'accuracy', phases, ...more });

describe('phases.yaml', () => {
  it.each(['cider(idf=/etc/passwd)', 'meteor(paraphrases=/tmp/x)', 'bertscoreF(model=/tmp)', 'matched(file=/tmp/x)'])(
    'lets nobody read a file of the server: %s',
    (metric) => {
      const phases = [phase('one', '2027-01-01')];
      expect(() => parsePhases(file(phases, { metrics: ['accuracy', metric] }))).toThrow(/field "phases\.0\.metrics": /);
      expect(() => parsePhases(file(phases, { metrics: ['accuracy', 'ter(asian)'] }))).not.toThrow();
    },
  );

  it('gives its top settings to phases that have none of their own', async () => {
    const { phases } = await readPhases(example);
    expect(phases.map(({ name, quota, ladder, rank }) => ({ name, quota, ladder, rank }))).toEqual([
      { name: 'few-shot', quota: { day: 5, total: 40 }, ladder: 0.05, rank: 'f1' },
      { name: 'zero-shot', quota: { day: 3, total: 20 }, ladder: 0.05, rank: 'f1' },
    ]);
    expect(phases[0].end).toBe('2027-03-01T00:00:00.000Z');
  });

  it.each([
    ['a misspelt field', { quotas: { day: 1 } }, /x\.yaml:\d+, field "quotas": unknown field; did you mean "quota"\?/],
    [
      'a time without zone',
      { phases: [{ name: 'a', start: '2027-01-01T00:00:00' }] },
      /field "phases\.0\.start": is not a time with its zone/,
    ],
    ['a share above 1', { public: { share: 2, seed: 1 } }, /field "public\.share": must be at most 1/],
    ['a wrong ladder', { ladder: 'steep' }, /field "ladder": must be true, false or a step/],
    ['a quota of 0', { quota: { day: 0 } }, /field "quota\.day": must be more than 0/],
  ])('refuses %s in one line that names the field', async (_, more, message) => {
    const path = join(folder, 'x.yaml');
    writeFileSync(path, JSON.stringify(file([phase('a', '2027-01-01')], more), null, 1));
    await expect(readPhases(path)).rejects.toThrow(message);
    await expect(readPhases(path)).rejects.toThrow(/^[^\n]*$/);
  });

  it.each([
    ['backward', [phase('a', '2027-02-01', '2027-01-01')], 'field "phases.0.end": 2027-01-01T00:00:00.000Z is not after the start'],
    ['overlapping', [phase('a', '2027-01-01', '2027-03-01'), phase('b', '2027-02-01')], 'phases may not overlap'],
    ['in another order', [phase('b', '2027-02-01', '2027-03-01'), phase('a', '2027-01-01', '2027-01-15')], 'in the order of time'],
    ['after one without end', [phase('a', '2027-01-01'), phase('b', '2027-02-01')], '"a" has no end'],
    ['of one name', [phase('a', '2027-01-01', '2027-01-15'), phase('a', '2027-02-01')], 'field "phases.1.name"'],
  ])('refuses phases that are %s', (_, phases, message) => {
    expect(() => parsePhases(file(phases))).toThrow(message);
  });

  it('asks for metrics and what ranks', () => {
    expect(() => parsePhases({ title: 'T', phases: [phase('a', '2027-01-01')] })).toThrow('field "phases.0.metrics": is missing');
  });
});

describe('the phase at a time', () => {
  const competition = parsePhases(file([phase('a', '2027-01-01', '2027-02-01'), phase('b', '2027-03-01')]));
  it.each([
    ['2026-12-31T23:59:59Z', undefined, 'a'],
    ['2027-01-01T00:00:00Z', 'a', 'b'],
    ['2027-01-31T23:59:59.999Z', 'a', 'b'],
    ['2027-02-01T00:00:00Z', undefined, 'b'],
    ['2027-02-01T01:00:00+02:00', 'a', 'b'],
    ['2027-03-01T00:00:00Z', 'b', undefined],
  ])('%s', (at, running, next) => {
    const found = phaseAt(competition, at);
    expect([found.running?.name, found.next?.name]).toEqual([running, next]);
  });
});

describe('the items of a phase', () => {
  const item = (context: string, n: number): Item => ({
    id: `${context}/${n}`,
    input: {},
    references: ['yes'],
    meta: { context, question: `${context}/${n >> 1}` },
  });
  const test = ['x', 'y'].flatMap((context) => Array.from({ length: 20 }, (_, n) => item(context, n)));
  const data = {
    splits: { test },
    benchmark: { breakdowns: { context: (own: Item) => String(own.meta.context) }, units: (own: Item) => [String(own.meta.question)] },
  };
  const shown = (where: string, answers: unknown) => ({ split: 'test', where: { context: [where] }, answers });
  const two = (first: object, second: object) =>
    parsePhases(
      file([
        { ...phase('a', '2027-01-01', '2027-02-01'), where: { context: ['x'] }, ...first },
        { ...phase('b', '2027-03-01'), where: { context: ['y'] }, ...second },
      ]),
    );

  it('shows the answers of a phase that is over', () => {
    const [a, b] = itemsOfPhases(two({}, { shown: [shown('x', 'all'), shown('y', 'none')] }), data);
    expect([a.scored.length, b.scored.length]).toEqual([20, 20]);
    expect(b.shown.map(({ answered, withheld }) => [answered.length, withheld.length])).toEqual([
      [20, 0],
      [0, 20],
    ]);
  });

  it('refuses answers of items that are still to be scored', () => {
    expect(() => itemsOfPhases(two({ shown: [shown('y', 'all')] }, {}), data)).toThrow(
      'field "phases.0.shown.0.answers": shows the answers of 20 items that the phase "b" scores',
    );
  });

  it('refuses to show single items after the end that a later phase scores', () => {
    const check = (first: object, second: object) => {
      const competition = two(first, second);
      checkItemsAfterEnd(competition, itemsOfPhases(competition, data));
    };
    const same = { where: { context: ['x'] } };
    expect(() => check({ afterEnd: 'items' }, same)).toThrow(
      'field "phases.0.afterEnd": shows 20 items after the end of "a" that the phase "b" scores',
    );
    // With the examples of both taken out, half of the questions are left to be scored twice.
    expect(() => check({ afterEnd: 'items', shown: [shown('x', 5)] }, { ...same, afterEnd: 'items' })).toThrow('shows 10 items');
    check({ afterEnd: 'items' }, {});
    check({}, { ...same, afterEnd: 'items' });
  });

  it('takes drawn examples out of what is scored, whole questions at a time', () => {
    const [a, b] = itemsOfPhases(two({ shown: [shown('x', 3), shown('y', 1)] }, {}), data);
    expect([a.scored.length, b.scored.length, a.shown[0].answered.length]).toEqual([14, 18, 6]);
    const questions = new Set(a.shown[0].answered.map(({ meta }) => meta.question));
    expect(a.scored.some(({ meta }) => questions.has(meta.question))).toBe(false);
  });

  it('names what the dataset does not have', () => {
    expect(() => itemsOfPhases(two({ where: { context: ['z'] } }, {}), data)).toThrow(
      'field "phases.0.where.context": no item is in "z" (expected x, y)',
    );
    expect(() => itemsOfPhases(two({ where: { theme: ['z'] } }, {}), data)).toThrow(
      'field "phases.0.where.theme": the benchmark has no such breakdown',
    );
    expect(() => itemsOfPhases(two({ split: 'dev' }, {}), data)).toThrow('unknown split "dev"');
  });
});
