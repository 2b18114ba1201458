/** `sensebench dataset apply|diff|questions`: decisions applied to rows, two versions compared, the datasheet questions to answer. */

import { type Action, defineAction } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { applyDecisions } from '../../app/index.ts';
import { DATASHEET_QUESTIONS, datasheetTemplate, describeDiff, diffDatasets, readDatasheet } from '../../build/dataset/index.ts';
import { readDatasetManifest } from '../../files/index.ts';

const diff = defineAction({
  summary: 'rows added, removed and changed between two versions of a dataset, and by which rule',
  arguments: [
    { name: 'old', summary: 'the dataset folder of the earlier version' },
    { name: 'new', summary: 'the dataset folder of the later version' },
  ],
  options: z.object({
    old: z.string(),
    new: z.string(),
    rows: z.number().int().nonnegative().default(5).describe('most rows of each kind to list; --json has all'),
  }),
  examples: ['dataset diff my-dataset-1.0 my-dataset-1.1', 'dataset diff old new --rows 50', 'dataset diff old new --json'],
  async run(options) {
    const found = await diffDatasets(options.old, options.new);
    return { json: found, text: describeDiff(found, { most: options.rows }) };
  },
});

const questions = defineAction({
  summary: 'the 39 questions of a datasheet as a datasheet.yaml to fill in, for build --datasheet',
  options: z.object({}),
  examples: ['dataset questions'],
  run: async () => ({ json: { questions: DATASHEET_QUESTIONS }, text: datasheetTemplate().trimEnd() }),
});

const apply = defineAction({
  summary: "people's decisions change the rows of a dataset, with its card, statistics and report; the earlier state is kept",
  arguments: [{ name: 'folder', summary: 'the dataset folder' }],
  options: z.object({
    folder: z.string(),
    benchmark: z.string().optional().describe('the path of the module, for a benchmark of your own'),
    task: z.string().describe('the task of the decisions, like filter'),
    decisions: z.array(z.string()).min(1).describe('files of decisions'),
    split: z.array(z.string()).default([]).describe('splits whose rows were shown; default: all'),
    out: z.string().optional().describe('another folder to write; default: the dataset itself, with a copy of the earlier state beside it'),
    datasheet: z.string().optional().describe('datasheet.yaml, where the dataset was built with one'),
  }),
  examples: [
    'dataset apply my-dataset --task filter --decisions decisions.jsonl --split test',
    'dataset apply my-dataset --task references --decisions written.jsonl --out my-dataset-1.1',
  ],
  async run({ folder, benchmark: spec, datasheet, split, ...options }, context) {
    const { benchmark: name } = await readDatasetManifest(folder);
    const benchmark = await context.benchmark(spec ?? name);
    const { removed, changed, kept, rows, out, earlier, task } = await applyDecisions(context, {
      folder,
      benchmark,
      splits: split,
      ...options,
      ...(datasheet === undefined ? {} : { datasheet: await readDatasheet(datasheet) }),
      say: context.say,
      warn: context.warn,
    });
    const counts = Object.entries(rows).map(([one, count]) => `${one} ${count}`);
    return {
      json: { out, earlier, task, rows, removed, changed, kept },
      text: `${removed.length} rows removed, ${changed.length} changed, ${kept} kept: ${counts.join(', ')}\n${out}; as it was: ${earlier}`,
    };
  },
});

export const actions: Readonly<Record<string, Action>> = { apply, diff, questions };
