/** TG-CSR (Santos et al., 2022): theme, question and candidate answer in, yes or no out, in nine categories of commonsense. */
import { join } from 'node:path';
import { type Benchmark, type Choice, defineBenchmark, InputError, type Metric } from '@sensebench/metrics/internal/core';
import { type ConfusionCounts, classification } from '@sensebench/metrics/internal/metrics';
import { starterCorpus } from '../../statements/sources/index.ts';
import { accept } from './commands/accept.ts';
import { agreement } from './commands/agreement.ts';
import { build } from './commands/build.ts';
import { ceiling } from './commands/ceiling.ts';
import { generative } from './commands/generative.ts';
import { kit } from './commands/kit.ts';
import { propose } from './commands/propose.ts';
import { stats } from './commands/stats.ts';
import { taxonomy } from './commands/taxonomy.ts';
import { restateDataset } from './dataset/restate-dataset.ts';
import { agreementLevel } from './disagreement.ts';
import { readItems, type TgcsrItem, tgcsrItemSchema } from './item.ts';
import { parseOutput, prompts } from './prompts.ts';
import { PUBLISHED } from './published.ts';
import { TASKS } from './tasks/index.ts';

/** TG-CSR's metric (Santos et al. 2022, section 6): F1 of yes, with precision, recall, accuracy and share of yes. */
const yesNo: Metric<ConfusionCounts, undefined> = {
  ...classification,
  // A high share of yes is neither good nor bad.
  printed: { yesShare: { share: false } },
  // A message of its own, because the labels of a starter kit are withheld.
  withoutReferences: true,
  segment(input, context) {
    if (input.item.references.length === 0) {
      throw new InputError(`${input.item.id} has no label`, { expected: 'pairs with labels; those of a starter kit are withheld' });
    }
    return classification.segment(input, context);
  },
};

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
    // The annotators' agreement on the label.
    agreement: (item) => (item.meta.yesShare === undefined ? null : agreementLevel(item.meta.yesShare)),
    // The annotator who was held out, where people are the system.
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
});
