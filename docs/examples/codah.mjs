/** CODAH (Chen et al. 2019) as a benchmark of one's own: a beginning, four endings, one of them right. See docs/own-benchmark.md. */
import { collect, createStepRunner, fileSources, memoryStore, writeDataset } from 'sensebench/build';
import { createRandom, defineAction, defineBenchmark, defineStep, labelChoices } from 'sensebench/core';
import { hashFile, readRows, splitFile } from 'sensebench/files';
import { tableToText } from 'sensebench/report';
import { z } from 'zod';

// One line of a file. The descriptions go into the dataset card and croissant.json.
const rowSchema = z.object({
  id: z.string().describe('name of the row'),
  category: z.string().describe('what one must know about'),
  prompt: z.string().min(1).describe('the beginning of a sentence or a short story'),
  choices: z.array(z.string().min(1)).length(4).describe('four endings'),
  answer: z.int().min(0).max(3).describe('place of the right ending, from 0'),
});
/** @typedef {z.infer<typeof rowSchema>} Row */

// What the model is given (`input`), and the label of the right choice (`references`).
const itemSchema = z.object({
  id: z.string(),
  input: z.object({ prompt: z.string(), choices: z.array(z.string()) }),
  references: z.array(z.string()),
  meta: z.object({ category: z.string() }),
});
/** @typedef {z.infer<typeof itemSchema>} CodahItem */

/** @param {Row} row @returns {CodahItem} */
function toItem({ id, category, prompt, choices, answer }) {
  return { id, input: { prompt, choices }, references: [labelChoices(choices)[answer].label], meta: { category } };
}

// A build step gets rows and gives rows; what it drops goes into the ledger with the reason.
const deduplicate = defineStep({
  name: 'deduplicate',
  version: 1,
  options: z.object({}),
  over: 'all',
  /** @param {readonly import('sensebench/core').Shard<Row>[]} shards */
  run(shards) {
    /** @type {Map<string, Row>} */
    const kept = new Map();
    const dropped = [];
    for (const row of shards.flatMap(({ rows }) => rows)) {
      const same = JSON.stringify([row.prompt, ...row.choices]).toLowerCase();
      const first = kept.get(same);
      if (!first) kept.set(same, row);
      else dropped.push({ step: 'deduplicate', rule: 'same sentence and endings', ids: [row.id, first.id], text: row.prompt });
    }
    return { rows: [...kept.values()], dropped };
  },
});

const build = defineAction({
  summary: 'a file of sentences becomes a dataset folder',
  options: z.object({
    sentences: z.string().describe('JSON Lines: id, category, prompt, choices, answer'),
    out: z.string().describe('the dataset folder to write'),
    force: z.boolean().default(false).describe('replace the dataset in an existing folder'),
  }),
  examples: ['./codah.mjs build --sentences codah-sentences.jsonl --out codah'],
  async run({ sentences, out, force }, { tools, signal, now, version, say }) {
    const runner = createStepRunner({ store: memoryStore(), tools, signal, clock: () => now().getTime() });
    const read = await readRows(sentences, rowSchema);
    const source = await runner.sources([{ name: 'sentences', read: () => read }]);
    const test = await collect(runner.rows(await runner.run(deduplicate, {}, source)));
    const written = await writeDataset(
      out,
      {
        benchmark: { name: 'codah', module: import.meta.filename, sha256: await hashFile(import.meta.filename) },
        name: 'codah',
        summary: 'Sentences with four endings each, one of them right.',
        citation: 'Chen et al. (2019): CODAH. An Adversarially-Authored Question Answering Dataset for Common Sense.',
        collection: 'Sentences and endings were written by hand.',
        limits: 'Easier than CODAH: no model was asked while the sentences were written.',
        row: rowSchema,
        splits: { test },
        ledger: runner.ledger(),
        stats: countRows(test),
        sources: await fileSources([sentences]),
        people: [],
        config: {},
        seed: 0,
        versions: { sensebench: version },
      },
      { force, say },
    );
    return { json: { out, ...written }, text: `${test.length} rows of ${read.length}; written to ${out}` };
  },
});

const stats = defineAction({
  summary: 'rows by category, and how often each place is the right one',
  arguments: [{ name: 'dataset', summary: 'a dataset folder, or a file of sentences' }],
  options: z.object({ dataset: z.string() }),
  examples: ['./codah.mjs stats codah'],
  async run({ dataset }) {
    const json = countRows(await readRows(splitFile(dataset), rowSchema));
    const rows = Object.entries({ ...json.categories, ...json.answers }).map(([what, count]) => ({ what, rows: count }));
    return { json, text: tableToText({ columns: ['what', 'rows'].map((key) => ({ key, label: key })), rows }) };
  },
});

/** @param {readonly Row[]} rows */
function countRows(rows) {
  return {
    rows: rows.length,
    categories: count(rows.map(({ category }) => category)),
    answers: count(rows.map((row) => toItem(row).references[0])),
  };
}

/** @param {readonly string[]} words */
function count(words) {
  return Object.fromEntries([...new Set(words)].sort().map((word) => [word, words.filter((other) => other === word).length]));
}

// People choose an ending without knowing the right one. `answers` makes them a system: `--model human:decisions.jsonl`.
/** @type {import('sensebench/core').Task<CodahItem['input'], string, CodahItem>} */
const check = {
  name: 'codah/check',
  summary: 'which ending fits',
  guideline: 'Read the beginning and all four endings. Choose the one that makes the most sense.',
  people: 3,
  value: z.enum(['A', 'B', 'C', 'D']),
  list: ({ items, seed, count: wanted = items.length }) =>
    createRandom(`${seed}/check`)
      .sample(items, wanted)
      .map(({ id, input, references }) => ({ id, shown: input, gold: references[0] })),
  async aggregate({ items, decisions }) {
    const gold = new Map(items.map((item) => [item.id, item.gold]));
    const json = { decisions: decisions.length, right: decisions.filter(({ item, value }) => gold.get(item) === value).length };
    return { json, tables: [{ columns: Object.keys(json).map((key) => ({ key, label: key })), rows: [json] }] };
  },
  answers: (decisions, items) =>
    decisions.flatMap(({ item: id, annotator, value }) => {
      const item = items.find((one) => one.id === id);
      return item ? [{ item: { ...item, id: `${id}/${annotator}` }, answer: value }] : [];
    }),
};

export const benchmark = defineBenchmark({
  name: 'codah',
  title: 'CODAH',
  item: itemSchema,
  async *read(path, { split }) {
    for (const row of await readRows(splitFile(path, split), rowSchema)) yield toItem(row);
  },
  prompts: {
    chat: {
      summary: 'the beginning and its endings, with labels',
      source: 'ours',
      kind: 'chat',
      shots: 0,
      render: ({ item, choices = [] }) =>
        [
          'Which ending makes the most sense? Answer with its letter.',
          item.input.prompt,
          ...choices.map(({ label, text }) => `${label}) ${text}`),
        ].join('\n'),
    },
  },
  choices: (item) => item.input.choices,
  metrics: ['accuracy'],
  breakdowns: { category: (item) => item.meta.category },
  published: [
    { system: 'BERT-Large', source: 'Chen et al. 2019, abstract', split: 'cross-validation', scores: { accuracy: 0.675 } },
    { system: 'people', source: 'Chen et al. 2019, abstract', split: 'a sample', scores: { accuracy: 0.953 } },
  ],
  steps: [deduplicate],
  tasks: [check],
  actions: { build, stats },
});
