import type { Item } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../../files/index.ts';
import { openItems } from '../index.ts';
import { choiceRows, evidenceRows, type ReportItemsOptions, readEvidence, reportItems } from './report-items.ts';

const item: Item = { id: '1', input: { start: 'The dog', endings: ['flies', 'barks'] }, references: ['B'], meta: {} };

/** As the page reads them. */
function packed(options: ReportItemsOptions) {
  const { rows, blocks } = reportItems(options);
  const { itemAt, columns } = openItems(rows, () => blocks);
  return { ...rows, columns, open: Array.from({ length: rows.count }, (_, place) => itemAt(place)) };
}

describe('the choices of an item', () => {
  it('have labels, and the right one is marked', () => {
    expect(choiceRows(item, { choices: () => ['flies', 'barks'] })).toEqual([
      { label: 'A', text: 'flies' },
      { label: 'B', text: 'barks', right: true },
    ]);
  });

  it('are not there where the benchmark has none', () => {
    expect(choiceRows(item, {})).toBeUndefined();
  });
});

describe('the groups of items', () => {
  it('are numbered in linear time, also when each item has its own', () => {
    const items = Array.from({ length: 60_000 }, (_, i): Item => ({ id: `${i}`, input: '', references: [], meta: {} }));
    const predictions = new Map(items.map(({ id }) => [id, { id, prediction: '', raw: '', repeat: 0, order: 0, examples: [], ms: 0 }]));
    const scores: EvaluatedRun['scores'] = { benchmark: 'a', items: items.length, corpus: {}, signatures: {}, perItem: [] };
    const run = { name: 'a', scores, predictions, evidence: new Map() } as Partial<EvaluatedRun> as EvaluatedRun;
    const start = process.cpuUsage();
    const { groups, open, columns } = packed({
      benchmark: { breakdowns: { own: ({ id }) => `group ${id}` } },
      items,
      runs: [run],
      outputs: [],
      most: items.length,
    });
    expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
    expect([groups[0].values.length, groups[0].values[7], open[7].item.groups]).toEqual([60_000, 'group 7', [7]]);
    expect(columns.groups[0]().slice(-2)).toEqual([59_998, 59_999]);
  });
});

it('hold the lines of prompts once, and none for a run without prompts', () => {
  const items = ['1', '2'].map((id): Item => ({ id, input: '', references: [], meta: {} }));
  const predictions = new Map(items.map(({ id }) => [id, { id, prediction: '', raw: '', repeat: 0, order: 0, examples: [], ms: 0 }]));
  const scores: EvaluatedRun['scores'] = { benchmark: 'a', items: 2, corpus: {}, signatures: {}, perItem: [] };
  const run = { name: 'a', scores, predictions, evidence: new Map() } as Partial<EvaluatedRun> as EvaluatedRun;
  const prompts = new Map([
    ['1', ['Write.', 'dog']],
    ['2', ['Write.', 'cat']],
  ]);
  const { open } = packed({ benchmark: { breakdowns: {} }, items, runs: [{ ...run, prompts }, run], outputs: [] });
  expect(open[0].texts).toEqual(['Write.', 'dog', 'cat']);
  expect(open.map(({ item: { answers } }) => answers.map(({ prompt }) => prompt))).toEqual([
    [[0, 1], undefined],
    [[0, 2], undefined],
  ]);
});

it('are the first ones where a page would be too large', () => {
  const items = Array.from({ length: 500 }, (_, i): Item => ({ id: `${i}`, input: `${i}`, references: [], meta: {} }));
  const predictions = new Map(items.map(({ id }) => [id, { id, prediction: id, raw: '', repeat: 0, order: 0, examples: [], ms: 0 }]));
  const perItem = items.map(({ id }) => ({ id, length: Number(id) }));
  const scores: EvaluatedRun['scores'] = { benchmark: 'a', items: 500, corpus: {}, signatures: {}, perItem };
  const run = { name: 'a', scores, predictions, evidence: new Map() } as Partial<EvaluatedRun> as EvaluatedRun;
  const { count, open, columns } = packed({ benchmark: { breakdowns: {} }, items, runs: [run], outputs: ['length'], mostCharacters: 500 });
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(500);
  expect(open.map(({ item: { id } }) => id)).toEqual(items.slice(0, count).map(({ id }) => id));
  expect(columns.ids()).toHaveLength(count);
  expect(columns.scores[0][0]()).toEqual(open.map(({ item: { answers } }) => answers[0].scores[0]));
  expect(columns.missing).toBeUndefined();
});

describe('the inputs of items', () => {
  it('are without the fields that all begin with, which the page holds once', () => {
    const items = ['one', 'two'].map(
      (answer): Item => ({ id: answer, input: { theme: 'Moving', question: 'Who?', answer }, references: [], meta: {} }),
    );
    const predictions = new Map(items.map(({ id }) => [id, { id, prediction: '', raw: '', repeat: 0, order: 0, examples: [], ms: 0 }]));
    const scores: EvaluatedRun['scores'] = { benchmark: 'a', items: 2, corpus: {}, signatures: {}, perItem: [] };
    const run = { name: 'a', scores, predictions, evidence: new Map() } as Partial<EvaluatedRun> as EvaluatedRun;
    const rows = (some: readonly Item[]) => packed({ benchmark: { breakdowns: {} }, items: some, runs: [run], outputs: [] });
    expect(rows(items)).toMatchObject({ common: 'Moving · Who? · ', open: [{ item: { input: 'one' } }, { item: { input: 'two' } }] });
    expect(rows(items.slice(1))).toMatchObject({ open: [{ item: { input: 'Moving · Who? · two' } }] });
    expect(rows(items.slice(1)).common).toBeUndefined();
  });
});

const match = { sought: [{ text: 'ice', groups: [1], astray: true }], marks: [{ start: 3, end: 6, group: 1, note: 'ice by text' }] };

const coverage = { sought: [{ text: 'ice', groups: [0] }], marks: [] };

describe('evidence for the report', () => {
  it('is that of the first metric that marks outputs', () => {
    expect(readEvidence({ meteor: '1 2 3', match, coverage })).toEqual(match);
    expect(readEvidence({ coverage })).toEqual(coverage);
  });

  it('is passed over where it is of another shape, as in older run folders', () => {
    const old = {
      match: { keywords: [{ keyword: 'ice', t: [0], p: 0, places: [[], []] }], ambiguous: 0 },
      coverage: [{ keyword: 'ice', places: [] }],
    };
    expect(readEvidence(old)).toBeUndefined();
    expect(readEvidence({ odd: { sought: 'ice', marks: [] }, none: null })).toBeUndefined();
    expect(readEvidence()).toBeUndefined();
  });

  it('says by name where each thing was found', () => {
    expect(evidenceRows(match)).toEqual({
      sought: [{ text: 'ice', astray: true, found: 'second' }],
      marks: [{ start: 3, end: 6, note: 'ice by text', found: 'second' }],
    });
    const found = [[], [0], [1], [0, 1]].map((groups) => evidenceRows({ sought: [{ text: '', groups }], marks: [] }).sought?.[0].found);
    expect(found).toEqual(['missing', 'first', 'second', 'both']);
    expect(evidenceRows(undefined)).toEqual({});
  });
});
