import type { Decision } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { currentDecisions, outcomeOf, settle } from './current-decisions.ts';
import { disputes } from './disputes.ts';

type Value = { ok: 'yes' | 'no'; note?: string };
const decide = (annotator: string, item: string, ok: 'yes' | 'no', more: Partial<Decision<Value>> = {}): Decision<Value> => ({
  task: 'x/y',
  annotator,
  item,
  value: { ok, note: annotator },
  ...more,
});
const disputed = [decide('A', 'i', 'yes'), decide('B', 'i', 'no'), decide('A', 'j', 'yes'), decide('B', 'j', 'yes')];
const final = (ok: 'yes' | 'no', more: Partial<Decision<Value>> = {}) => decide('chief', 'i', ok, { final: true, ...more });

describe('a final decision', () => {
  it('counts alone on its item, and is not one of the independent ones', () => {
    const { settled, independent } = settle([...disputed, final('no')]);
    expect(settled.map(({ annotator, item }) => annotator + item)).toEqual(['Aj', 'Bj', 'chiefi']);
    expect(independent).toEqual(disputed);
  });

  it('of several people is the last by time', () => {
    const early = final('no', { annotator: 'early', at: '2026-01-01T00:00:00Z' });
    const late = final('yes', { annotator: 'late', at: '2026-01-02T00:00:00Z' });
    expect(settle([late, early]).settled).toEqual([late]);
  });

  it('stands beside the same person’s own decision, and is taken back by null', () => {
    const place = { file: 'f', line: 1 };
    const own = { ...decide('A', 'i', 'yes'), place };
    const settling = { ...decide('A', 'i', 'no', { final: true }), place };
    expect(currentDecisions([own, settling]).current).toHaveLength(2);
    const back = { ...settling, value: null };
    expect(currentDecisions<Value>([own, settling, back]).current).toEqual([own]);
  });
});

describe('the outcome', () => {
  const task = {
    aggregate: async ({ decisions }: { decisions: readonly Decision<Value>[] }) => ({
      json: { yes: decisions.filter(({ value }) => value.ok === 'yes').length },
      tables: [{ caption: `${decisions.length} decisions`, columns: [], rows: [] }],
      rows: new Map(decisions.filter(({ value }) => value.ok === 'no').map(({ item }) => [item, null])),
    }),
  };
  const tools = { tokens: () => [], analyse: async () => [] };

  it('has figures of the independent decisions, and rows of what was settled', async () => {
    const { json, tables, rows } = await outcomeOf(task, { items: [], decisions: [...disputed, final('yes')] }, tools);
    expect(json).toEqual({ yes: 3, settled: { items: 1, yes: 3 } });
    expect(tables[0].caption).toBe('4 decisions');
    expect([...(rows ?? [])]).toEqual([]);
  });

  it('is the task’s own where nothing is final', async () => {
    const { json, rows } = await outcomeOf(task, { items: [], decisions: disputed }, tools);
    expect(json).toEqual({ yes: 3 });
    expect([...(rows ?? [])]).toEqual([['i', null]]);
  });
});

describe('disputes', () => {
  const task = { value: z.object({ ok: z.enum(['yes', 'no']), note: z.string().optional() }) };
  const items = ['i', 'j', 'k'].map((id) => ({ id, shown: {} }));

  it('are items whose labels differ, with the fields and without the annotators', () => {
    const [only, ...more] = disputes(task, items, disputed);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ item: { id: 'i' }, fields: ['ok'], answers: [{ count: 1 }, { count: 1 }] });
    expect(Object.keys(only.answers[0])).toEqual(['value', 'count']);
  });

  it('have the evenest votes first, equal answers together, and say what was settled', () => {
    const more = [decide('A', 'k', 'no'), decide('B', 'k', 'yes'), decide('C', 'k', 'yes'), final('no')];
    const found = disputes(task, items, [...disputed, ...more]);
    expect(found.map(({ item, answers }) => [item.id, answers.map(({ count }) => count)])).toEqual([
      ['i', [1, 1]],
      ['k', [2, 1]],
    ]);
    expect(found[0].settled).toEqual({ ok: 'no', note: 'chief' });
    expect(found[1].settled).toBeUndefined();
  });

  it('do not depend on the order of the annotators', () => {
    const texts = (given: readonly Decision<Value>[]) =>
      disputes(task, items, given).map(({ answers }) => answers.map(({ value }) => value.ok));
    expect(texts(disputed.toReversed())).toEqual(texts(disputed));
  });
});
