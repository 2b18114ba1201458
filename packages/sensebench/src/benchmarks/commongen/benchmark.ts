/** CommonGen (Lin et al., 2020): three to five concepts in, one sentence about an everyday scene out. */

import { type Benchmark, defineBenchmark } from '@sensebench/metrics/internal/core';
import { addConnectivity } from './analysis/analyse-graph.ts';
import * as steps from './build/steps.ts';
import { agreement } from './commands/agreement.ts';
import { build } from './commands/build.ts';
import { ceiling } from './commands/ceiling.ts';
import { lite } from './commands/lite.ts';
import { stats } from './commands/stats.ts';
import { transfer } from './commands/transfer.ts';
import { restateDataset } from './dataset/restate-dataset.ts';
import { bareConcept, type CommonGenItem, commonGenItemSchema, nameConceptSets, readItems } from './item.ts';
import { conceptCoverage } from './metrics/concept-coverage.ts';
import { parseOutput, prompts } from './prompts.ts';
import { PUBLISHED } from './published.ts';
import { TASKS } from './tasks/index.ts';

export const commonGen: Benchmark<CommonGenItem> = defineBenchmark<CommonGenItem>({
  name: 'commongen',
  title: 'CommonGen',
  item: commonGenItemSchema,
  read: readItems,
  prompts,
  parse: parseOutput,
  metrics: ['spice', 'cider', 'meteor', 'bleu', 'rougeStemMean', 'rouge', 'rougeLCoco', 'coverageCommonGen', 'coverage'],
  columns: ['spice', 'cider', 'meteor', 'bleu3', 'bleu4', 'rouge2StemMean', 'rougeLStemMean', 'coverageCommonGen'],
  breakdowns: { size: (item) => String(item.input.concepts.length), connectivity: ({ meta }) => meta.connectivity ?? null },
  readsConceptNet: true,
  complete: (items, _tools, { conceptnet } = {}) => addConnectivity(items, conceptnet),
  published: PUBLISHED,
  sizes: (items) => ({ sets: items.length, sentences: items.reduce((sum, { references }) => sum + references.length, 0) }),
  decoding: { beams: 5, maxInputTokens: 64, maxOutputTokens: 64 },
  keywords: (item) => item.input.concepts.map(bareConcept),
  ownMetrics: [conceptCoverage],
  unit: 'concept-set',
  units: (item) => [[...item.input.concepts].sort().join('#')],
  reorder: (item, random) => ({ ...item, input: { concepts: random.shuffle(item.input.concepts) } }),
  legend:
    'Concepts are coloured where they [first occur in the output]; [missing others] are not in it. Point at a marked word to see the lemma that matched.',
  actions: { build, stats, ceiling, agreement, lite, transfer },
  starter: () => ({}),
  names: nameConceptSets,
  tasks: TASKS,
  restate: restateDataset,
  steps: Object.values(steps),
});
