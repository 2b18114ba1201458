/** `sensebench explain <dataset> <row>`: why a row or statement of any dataset folder is in or out. */
import { relative, resolve } from 'node:path';
import { type ActionContext, type Benchmark, defineAction } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { findBenchmark } from '../../app/index.ts';
import { BENCHMARK_NAMES } from '../../benchmarks/index.ts';
import { describeExplanation, EXPLAIN_ARGUMENTS, explainOptionsSchema, explainRow } from '../../build/dataset/index.ts';
import { readDatasetManifest } from '../../files/index.ts';

export const action = defineAction({
  summary: 'why a row is in a dataset or out of it, at which step, by which value',
  arguments: EXPLAIN_ARGUMENTS,
  options: explainOptionsSchema.extend({
    benchmark: z.string().optional().describe('the module of your own benchmark; it is only loaded when you name it'),
  }),
  examples: [
    'explain my-dataset creak::train::12',
    'explain my-dataset "July is summer in China."',
    'explain my-dataset "summer in China"',
    'explain my-dataset a::train::1 --with a::train::2',
    'explain my-dataset 12 --benchmark ./my-benchmark.mjs',
  ],
  async run(options, context) {
    const { dataset, row } = options;
    const benchmark = await benchmarkOf(dataset, options.benchmark, context);
    const own = benchmark?.actions?.explain;
    if (own) return own.run(own.options.parse(options), context);
    const explanation = await explainRow(dataset, row, benchmark ? { read: (split) => benchmark.read(dataset, { split }) } : {});
    return { json: explanation, text: describeExplanation(explanation).join('\n') };
  },
});

/** Without the module of a user's benchmark the folder's own files still say much: null. */
async function benchmarkOf(folder: string, given: string | undefined, context: ActionContext): Promise<Benchmark | null> {
  const { benchmark: name, module } = await readDatasetManifest(folder);
  if (given !== undefined || (!module && BENCHMARK_NAMES.includes(name))) return findBenchmark({ folder, name, module }, given, context);
  const path = module ? relative('.', resolve(folder, module.path)) : 'your-module.mjs';
  context.say(`${name} is not built in; --benchmark ${path} adds what its module knows of the rows`);
  return null;
}
