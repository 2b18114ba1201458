/** `sensebench explain <dataset> <row>`: why a row or statement of any dataset folder is in or out. */
import { join } from 'node:path';
import { z } from 'zod';
import { BENCHMARK_NAMES, loadBenchmark } from '../../benchmarks/index.ts';
import { describeExplanation, EXPLAIN_ARGUMENTS, explainOptionsSchema, explainRow } from '../../build/dataset/index.ts';
import { type ActionContext, type Benchmark, defineAction } from '../../core/index.ts';
import { hashFile, readDatasetManifest } from '../../files/index.ts';

export const action = defineAction({
  summary: 'why a row is in a dataset or out of it, at which step, by which value',
  arguments: EXPLAIN_ARGUMENTS,
  options: explainOptionsSchema.extend({
    benchmark: z.string().optional().describe('the module of your own benchmark, for a dataset that was built with it'),
  }),
  examples: [
    'explain my-dataset creak::train::12',
    'explain my-dataset "July is summer in China."',
    'explain my-dataset "summer in China"',
    'explain my-dataset a::train::1 --with a::train::2',
    'explain my-dataset 12 --benchmark ./codah.mjs',
  ],
  async run(options, context) {
    const { dataset, row } = options;
    const benchmark = await findBenchmark(options, context);
    const own = benchmark?.actions?.explain;
    if (own) return own.run(own.options.parse(options), context);
    const explanation = await explainRow(dataset, row, benchmark ? { read: (split) => benchmark.read(dataset, { split }) } : {});
    return { json: explanation, text: describeExplanation(explanation).join('\n') };
  },
});

/** A module is loaded only where the user names it: a dataset must not run code. */
async function findBenchmark(
  { dataset, benchmark: given }: { dataset: string; benchmark?: string },
  context: ActionContext,
): Promise<Benchmark | null> {
  const { benchmark, module } = await readDatasetManifest(dataset);
  if (given === undefined) {
    if (!module && BENCHMARK_NAMES.includes(benchmark)) return loadBenchmark(benchmark);
    context.say(
      `${benchmark} is not built in; --benchmark ${module ? join(dataset, module.path) : 'your-module.mjs'} adds what its module knows of the rows`,
    );
    return null;
  }
  if (module && !BENCHMARK_NAMES.includes(given) && (await hashFile(given)) !== module.sha256)
    context.warn(`${given} is not the module that the dataset was built with: its content differs`);
  return loadBenchmark(given);
}
