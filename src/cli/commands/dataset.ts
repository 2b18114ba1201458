/** `sensebench dataset diff|questions`: two versions of a dataset compared, and the datasheet questions to answer. */
import { z } from 'zod';
import { DATASHEET_QUESTIONS, datasheetTemplate, describeDiff, diffDatasets } from '../../build/dataset/index.ts';
import { type Action, defineAction } from '../../core/index.ts';

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

export const actions: Readonly<Record<string, Action>> = { diff, questions };
