/** A benchmark of one's own with a metric of its own: finish the proverb. docs/own-benchmark.md explains the fields. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const row = z.object({ id: z.string(), beginning: z.string(), ending: z.string(), theme: z.string() });

/** Is the output the ending, letter for letter but for case and punctuation? A metric turns each item into statistics, and statistics into scores. */
const exact = {
  name: 'exact',
  outputs: ['exact'],
  summary: 'ours',
  signature: () => 'exact|case:lower|punctuation:dropped',
  segment: ({ item, candidate }) => (item.references.some((reference) => bare(reference) === bare(candidate)) ? 1 : 0),
  score: (stats) => ({ exact: stats.length > 0 ? stats.reduce((sum, stat) => sum + stat, 0) / stats.length : null }),
};

/** @type {import('sensebench/core').Benchmark} */
export const benchmark = {
  name: 'proverbs',
  title: 'Proverbs',
  item: z.object({ id: z.string(), input: z.string(), references: z.array(z.string()), meta: z.record(z.string(), z.unknown()) }),
  async *read(path) {
    for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
      const { id, beginning, ending, theme } = row.parse(JSON.parse(line));
      yield { id, input: beginning, references: [ending], meta: { theme } };
    }
  },
  // The first is the default. `shots` examples are drawn for each item from the training items.
  prompts: {
    chat: {
      summary: 'an instruction, then the beginning',
      source: 'ours',
      kind: 'chat',
      shots: 0,
      render: ({ item, examples }) => [
        { role: 'system', content: 'Finish the proverb. Answer with its missing words alone.' },
        ...examples.flatMap((example) => [
          { role: 'user', content: `${example.input} …` },
          { role: 'assistant', content: example.references[0] },
        ]),
        { role: 'user', content: `${item.input} …` },
      ],
    },
  },
  // What of a model's output is the prediction.
  parse: (output) => output.trim().split('\n')[0].replace(/^…\s*/, ''),
  // Names in the metric table, and those of the benchmark's own; the first is the headline.
  metrics: ['exact', 'bleu1', 'rougeL'],
  ownMetrics: [exact],
  breakdowns: { theme: (item) => item.meta.theme },
  published: [],
};

function bare(text) {
  return text
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .trim();
}
