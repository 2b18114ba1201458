/** SituatedGen (Zhang and Wan, 2023): keywords in, two contrastive sentences out, told apart by geography or time. */
import { type Benchmark, defineBenchmark } from '../../core/index.ts';
import { agreement } from './agreement.ts';
import { build } from './build/build.ts';
import { ceiling } from './ceiling.ts';
import { explain } from './explain.ts';
import { readItems, type SituatedGenItem, situatedGenItemSchema } from './item.ts';
import { parseOutput } from './parse-output.ts';
import { prompts } from './prompts.ts';
import { PUBLISHED } from './published.ts';
import { stats } from './stats.ts';
import { TASKS } from './tasks.ts';

export const situatedGen: Benchmark<SituatedGenItem> = defineBenchmark<SituatedGenItem>({
  name: 'situatedgen',
  title: 'SituatedGen',
  item: situatedGenItemSchema,
  read: readItems,
  prompts,
  parse: parseOutput,
  metrics: ['match', 'matchInOrder', 'coverage', 'bleu', 'rouge', 'meteor', 'cider', 'spice', 'bertscore'],
  breakdowns: {
    context: (item) => item.meta.context ?? null,
    keywords: (item) => String(item.input.keywords.length),
  },
  published: PUBLISHED,
  decoding: { beams: 4, maxInputTokens: 64, maxOutputTokens: 128 },
  permutable: (item) => item.input.keywords.length,
  permute: (item, order) => ({
    ...item,
    input: { keywords: order.map((i) => item.input.keywords[i]) },
    meta: item.meta.keywordsPos ? { ...item.meta, keywordsPos: order.map((i) => (item.meta.keywordsPos ?? [])[i]) } : item.meta,
  }),
  constraints: (item) => item.input.keywords,
  stats,
  ceiling,
  agreement,
  build,
  explain,
  tasks: TASKS,
});
