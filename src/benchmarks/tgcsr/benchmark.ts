/** TG-CSR (Santos et al., 2022): theme, question and candidate answer in, yes or no out, in nine categories of commonsense. */
import { join } from 'node:path';
import { type Benchmark, type Choice, defineBenchmark } from '../../core/index.ts';
import { starterCorpus } from '../../statements/sources/index.ts';
import { accept } from './actions/accept.ts';
import { agreement } from './actions/agreement.ts';
import { build } from './actions/build.ts';
import { ceiling } from './actions/ceiling.ts';
import { generative } from './actions/generative.ts';
import { kit } from './actions/kit.ts';
import { propose } from './actions/propose.ts';
import { stats } from './actions/stats.ts';
import { taxonomy } from './actions/taxonomy.ts';
import { restateDataset } from './dataset/restate-dataset.ts';
import { agreementLevel } from './disagreement.ts';
import { readItems, type TgcsrItem, tgcsrItemSchema } from './item.ts';
import { parseOutput } from './parse-output.ts';
import { prompts } from './prompts.ts';
import { PUBLISHED } from './published.ts';
import * as steps from './steps/steps.ts';
import { TASKS } from './tasks/index.ts';
import { yesNo } from './yes-no.ts';

const CHOICES: readonly Choice[] = ['yes', 'no'].map((label) => ({ label, text: label }));

export const tgcsr: Benchmark<TgcsrItem> = defineBenchmark<TgcsrItem>({
  name: 'tgcsr',
  title: 'TG-CSR',
  item: tgcsrItemSchema,
  read: readItems,
  prompts,
  parse: parseOutput,
  choices: () => CHOICES,
  parts: ({ input: { question, answer } }) => ({ question, answer }),
  metrics: ['classification'],
  ownMetrics: [yesNo],
  breakdowns: {
    category: (item) => item.meta.category,
    context: (item) => item.meta.context,
    // How far people agree on the label.
    agreement: (item) => (item.meta.yesShare === undefined ? null : agreementLevel(item.meta.yesShare)),
    // Who was held out, where people are the system.
    annotator: (item) => (typeof item.meta.annotator === 'string' ? item.meta.annotator : null),
  },
  published: PUBLISHED,
  sizes: (items) => ({ pairs: items.length }),
  unit: 'question',
  units: (item) => [`${item.meta.context}/${item.input.question}`],
  actions: { build, stats, ceiling, agreement, kit, generative, propose, accept, taxonomy },
  starter: () => {
    const author = join(starterCorpus(), 'tgcsr', 'moving-house');
    return { author, ratings: [join(author, 'ratings.csv')] };
  },
  tasks: TASKS,
  restate: restateDataset,
  steps: Object.values(steps),
});
