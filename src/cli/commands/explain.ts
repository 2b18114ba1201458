/** `sensebench explain <dataset> <statement>`: why it is in or out, by the benchmark that the dataset was built for, or by its ledger alone. */
import { z } from 'zod';
import { findBenchmark } from '../../app/index.ts';
import { describeDrop, EXPLAIN_ARGUMENTS, explainOptionsSchema, explainRow } from '../../build/dataset/index.ts';
import { defineAction } from '../../core/index.ts';
import { readDatasetManifest } from '../../files/index.ts';

export const action = defineAction({
  summary: 'why a statement is in a dataset or out of it, at which step, by which value',
  arguments: EXPLAIN_ARGUMENTS,
  options: explainOptionsSchema.extend({
    benchmark: z.string().optional().describe('the module of your own benchmark; it is only loaded when you name it'),
  }),
  examples: [
    'explain my-dataset creak::train::12',
    'explain my-dataset "July is summer in China."',
    'explain my-dataset a::train::1 --with a::train::2',
  ],
  async run(options, context) {
    const { benchmark: name } = await readDatasetManifest(options.dataset);
    const own = (await findBenchmark({ folder: options.dataset, name }, options.benchmark, context)).actions?.explain;
    if (own) return own.run(own.options.parse(options), context);
    const explanation = await explainRow(options.dataset, options.statement);
    const lines = [`${explanation.id}: ${explanation.in ? 'in' : 'out'}`, ...explanation.ledger.map(describeDrop)];
    return { json: explanation, text: lines.join('\n') };
  },
});
