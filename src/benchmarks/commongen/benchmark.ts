/** CommonGen (Lin et al., 2020): three to five concepts in, one sentence about an everyday scene out. */
import { type Benchmark, defineBenchmark } from '../../core/index.ts';
import { agreement } from './agreement.ts';
import { build } from './build/build.ts';
import { ceiling } from './ceiling.ts';
import { type CommonGenItem, commonGenItemSchema, readItems } from './item.ts';
import { parseOutput } from './parse-output.ts';
import { referenceTask } from './people/reference-task.ts';
import { prompts } from './prompts.ts';
import { PUBLISHED } from './published.ts';
import { stats } from './stats.ts';

export const commonGen: Benchmark<CommonGenItem> = defineBenchmark<CommonGenItem>({
  name: 'commongen',
  title: 'CommonGen',
  item: commonGenItemSchema,
  read: readItems,
  prompts,
  parse: parseOutput,
  metrics: ['spice', 'cider', 'meteor', 'bleu', 'rougeStemMean', 'rouge', 'rougeLCoco', 'coverageCommonGen', 'coverage'],
  breakdowns: { size: (item) => String(item.input.concepts.length) },
  published: PUBLISHED,
  decoding: { beams: 5, maxInputTokens: 64, maxOutputTokens: 64 },
  permutable: (item) => item.input.concepts.length,
  permute: (item, order) => ({ ...item, input: { concepts: order.map((i) => item.input.concepts[i]) } }),
  constraints: (item) => item.input.concepts,
  stats,
  ceiling,
  agreement,
  build,
  tasks: [referenceTask],
});
