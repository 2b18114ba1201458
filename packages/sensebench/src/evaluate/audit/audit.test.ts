import { type Benchmark, defineBenchmark, type Item, type Scorer } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { auditDataset, countFrequencies } from './audit-dataset.ts';
import { renderAuditPage } from './audit-page.ts';
import { countByRegion } from './count-regions.ts';
import { auditFindings, describeAudit } from './describe-audit.ts';
import { findLabelWords } from './find-label-words.ts';
import { findNearDuplicates } from './find-near-duplicates.ts';
import { findTemplates } from './find-templates.ts';
import type { AuditLanguage } from './item-texts.ts';
import { measureBaselines } from './measure-baselines.ts';

const language: AuditLanguage = {
  sentences: (text) => text.split(/(?<=\.) /),
  stem: (word) => word.replace(/s$/, ''),
  region: (place) => ({ 'New York': 'North America', York: 'Europe', Peru: 'South America' })[place] ?? null,
  regions: ['Europe', 'North America', 'South America'],
};

const shared = { title: 'T', prompts: {}, metrics: ['m'], breakdowns: {}, published: [] };
const read = async function* () {};
// The schema of items is not asked here.
const words = defineBenchmark({
  ...shared,
  name: 'words',
  read,
  item: {} as never,
  keywords: ({ input }) => input as string[],
}) as Benchmark;
const yesNo = defineBenchmark({
  ...shared,
  name: 'yes-no',
  read,
  item: {} as never,
  choices: () => ['yes', 'no'].map((label) => ({ label, text: label })),
  parts: ({ input }) => input as { question: string; answer: string },
}) as Benchmark;

const sentence = (id: string, keywords: string[], ...references: string[]): Item => ({ id, input: keywords, references, meta: {} });
const answer = (id: string, text: string, label: string): Item => ({
  id,
  input: { question: 'What fits?', answer: text },
  references: [label],
  meta: {},
});

describe('templates', () => {
  it('mask keywords by their stems, the longest first, and count each sentence once', () => {
    const items = [
      sentence('1', ['dog', 'New York'], 'Dogs sleep in New York. It rains.'),
      sentence('2', ['cat', 'Peru'], 'The cat left.', 'Cats sleep in Peru.'),
      sentence('3', ['cat', 'Peru'], 'The cat left.'),
    ];
    expect(findTemplates(items, { benchmark: words, language, top: 20 })).toEqual({
      masked: 'keywords',
      texts: 4,
      templates: 3,
      repeated: 0.5,
      topShare: 0.5,
      top: [{ template: '_ sleep in _', texts: 2, share: 0.5 }],
    });
  });

  it('mask content words of answers where there are no keywords', () => {
    const items = [answer('1', 'a bread knife', 'yes'), answer('2', 'a screwdriver', 'no')];
    expect(findTemplates(items, { benchmark: yesNo, language, top: 1 }).top).toEqual([{ template: 'a _', texts: 2, share: 1 }]);
  });
});

it('counts keywords once an item, in any case', () => {
  const items = [sentence('1', ['Dog', 'dog', 'cat']), sentence('2', ['dog'])];
  expect(countFrequencies(items, { benchmark: words, top: 1 })).toEqual([
    { of: 'keyword', distinct: 2, once: 1, topShare: 2 / 3, top: [{ value: 'dog', items: 2, share: 1 }] },
  ]);
});

it('finds equal and nearly equal texts of another split', () => {
  const train = [sentence('1', ['b', 'a'], 'A man walks his dog in the park.'), sentence('2', ['x'], 'Snow falls.')];
  const test = [sentence('1', ['a', 'b'], 'A man walks his dog in the big park.', 'snow falls!', 'It is late.')];
  const found = findNearDuplicates(
    [
      { name: 'train', items: train },
      { name: 'test', items: test },
    ],
    { benchmark: words, language, overlap: 0.8 },
  );
  expect(found).toEqual([
    { split: 'test', other: 'train', of: 'input', texts: 1, equal: 1, near: 0, share: 1, examples: [] },
    {
      split: 'test',
      other: 'train',
      of: 'sentence',
      texts: 3,
      equal: 1,
      near: 1,
      share: 2 / 3,
      examples: [{ text: 'A man walks his dog in the big park.', other: 'A man walks his dog in the park.', overlap: 8 / 9 }],
    },
  ]);
});

describe('words that give a label away', () => {
  it('are found with Holm’s correction, and not where the labels are spread', () => {
    const telling = Array.from({ length: 20 }, (_, i) => answer(`${i}`, i < 10 ? 'never mind' : 'mind', i < 10 ? 'no' : 'yes'));
    const found = findLabelWords(telling, { benchmark: yesNo });
    // Of 20 texts 10 have the word, none of them the label: p = 2 / C(20, 10).
    expect(found).toMatchObject({ tested: 1, found: 1, words: [{ word: 'never', part: 'answer', label: 'yes', texts: 10, labelled: 0 }] });
    expect(found?.words[0].p).toBeCloseTo(2 / 184756, 12);
    const spread = telling.map((item, i) => ({ ...item, references: [i % 2 ? 'no' : 'yes'] }));
    expect(findLabelWords(spread, { benchmark: yesNo })).toMatchObject({ tested: 1, found: 0 });
    expect(findLabelWords(telling, { benchmark: words })).toBeNull();
  });

  it('of texts for each choice say right or wrong, and of questions nothing', () => {
    const pick = { ...yesNo, parts: undefined, choices: () => ['sure', 'perhaps not'] };
    const items = Array.from({ length: 8 }, (_, i) => answer(`${i}`, '', 'A'));
    const found = findLabelWords(items, { benchmark: pick });
    expect(found?.words.map(({ word, label, share }) => ({ word, label, share }))).toContainEqual({
      word: 'sure',
      label: 'wrong',
      share: 0,
    });
    expect(found?.words.every(({ part }) => part === 'answer')).toBe(true);
  });
});

it('counts items and scores by region, an item in each that it names, the longest name first', () => {
  const items = [
    sentence('1', [], 'It rains in New York, but not in Peru.'),
    sentence('2', [], 'He likes York.'),
    sentence('3', [], 'In peru and new york.'),
  ];
  const runs = [{ name: 'mine', output: 'm', perItem: new Map([['1', 0.5]]) }];
  expect(countByRegion(items, { language, runs })).toEqual([
    { region: 'Europe', items: 1, share: 1 / 3, scores: { mine: null } },
    { region: 'North America', items: 1, share: 1 / 3, scores: { mine: 0.5 } },
    { region: 'South America', items: 1, share: 1 / 3, scores: { mine: 0.5 } },
    { region: 'none', items: 1, share: 1 / 3, scores: { mine: null } },
  ]);
});

const items = [answer('1', 'a <b>knife</b>', 'yes'), answer('2', 'a fork', 'no'), answer('3', 'a spoon', 'no'), answer('4', 'a cup', 'no')];
const scorer: Scorer = {
  measure: async ({ items: asked }) => ({
    scores: { benchmark: 'yes-no', items: asked.length, corpus: { f1: 0.25 }, signatures: {}, perItem: [] },
    measured: [],
  }),
};
const measured = (models: readonly string[]) =>
  measureBaselines({
    benchmark: yesNo,
    items,
    models,
    makeRunner: async (id) => ({ id, withoutPrompt: id !== 'asks', predict: async () => ({ text: 'no' }) }),
    scorer,
    seed: 1,
    signal: new AbortController().signal,
  });

it('measures baselines, and says why one cannot be asked', async () => {
  expect(await measured(['majority', 'asks'])).toEqual([
    { model: 'majority', items: 4, solved: 0.75, output: 'f1', score: 0.25 },
    { model: 'asks', items: 0, solved: null, output: null, score: null, reason: expect.stringContaining('from the item alone') },
  ]);
});

it('tells what it found, in text and on a page that escapes the texts', async () => {
  const audit = auditDataset({
    benchmark: yesNo,
    dataset: 'mine',
    split: 'test',
    splits: [{ name: 'test', items }],
    baselines: await measured(['majority']),
    runs: [],
    language,
    overlap: 0.8,
    top: 20,
  });
  expect(auditFindings(audit)[0]).toBe('No baseline is better than the most frequent label, which solves 75.0% of the items.');
  expect(describeAudit(audit, { benchmark: yesNo })).toContain('label  items  % of items\n');
  const page = renderAuditPage(audit, { benchmark: yesNo, version: '0' });
  expect(page).toContain('a &lt;b&gt;knife');
  expect(page).not.toContain('<b>knife');
  expect(page.match(/<figure/g)?.length).toBeGreaterThan(3);
});
