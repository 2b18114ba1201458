/** TG-CSR (Santos et al., 2022): theme, question and candidate answer in, yes or no out, in nine categories of commonsense. */
import { type Benchmark, defineBenchmark, type Metric } from '../../core/index.ts';
import { agreement } from './agreement.ts';
import { TASKS } from './annotate/task.ts';
import { build } from './build/build.ts';
import { ceiling } from './ceiling.ts';
import { humanAnswers } from './human-answers.ts';
import { readItems, type TgcsrItem, tgcsrItemSchema } from './item.ts';
import { parseOutput } from './parse-output.ts';
import { prompts } from './prompts.ts';
import { PUBLISHED } from './published.ts';
import { stats } from './stats.ts';
import { yesNo } from './yes-no.ts';

export const tgcsr: Benchmark<TgcsrItem> = defineBenchmark<TgcsrItem>({
  name: 'tgcsr',
  title: 'TG-CSR',
  item: tgcsrItemSchema,
  read: readItems,
  prompts,
  parse: (output, _item, answer) => parseOutput(output, answer?.logprobs),
  metrics: ['classification'],
  ownMetrics: [yesNo as unknown as Metric],
  breakdowns: {
    category: (item) => item.meta.category,
    context: (item) => item.meta.context,
    // Who was held out, where people are the system.
    annotator: (item) => (typeof item.meta.annotator === 'string' ? item.meta.annotator : null),
  },
  published: PUBLISHED,
  humanAnswers,
  stats,
  ceiling,
  agreement,
  build,
  tasks: TASKS,
});
