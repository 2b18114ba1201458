/** SituatedGen (Zhang and Wan, 2023): keywords in, two contrastive sentences out, told apart by geography or time. */
import { type Benchmark, defineBenchmark, type Random } from '@sensebench/metrics/internal/core';
import * as steps from './build/steps.ts';
import { agreement } from './commands/agreement.ts';
import { build } from './commands/build.ts';
import { ceiling } from './commands/ceiling.ts';
import { explain } from './commands/explain.ts';
import { pairs } from './commands/pairs.ts';
import { stats } from './commands/stats.ts';
import { findItemContexts } from './contexts.ts';
import { restateDataset } from './dataset/restate-dataset.ts';
import { exchangeSentences, readItems, type SituatedGenItem, situatedGenItemSchema } from './item.ts';
import { contrast } from './metrics/contrast.ts';
import { match } from './metrics/match.ts';
import { parseOutput, prompts } from './prompts.ts';
import { PUBLISHED } from './published.ts';
import { TASKS } from './tasks/index.ts';

/** Appendix C.2: `roberta-large_L17_no-idf_version=0.3.12(hug_trans=4.21.3)-rescaled_fast-tokenizer`, its recall. */
const PAPER_BERTSCORE = 'bertscore|model:roberta-large|layer:17|idf:no|refs:best|rescaled:bert-score-0.3.12';

export const situatedGen: Benchmark<SituatedGenItem> = defineBenchmark<SituatedGenItem>({
  name: 'situatedgen',
  title: 'SituatedGen',
  item: situatedGenItemSchema,
  read: readItems,
  complete: findItemContexts,
  prompts,
  parse: parseOutput,
  metrics: [
    ...['match', 'matchStrict', 'matchNegated', 'coverage', 'bleu', 'rouge', 'meteor', 'cider', 'spice', 'bertscore'],
    // The paper's columns above depend on the order of the two sentences; these do not.
    ...['bleu4', 'rouge2', 'rougeL', 'meteor', 'cider', 'spice', 'bertscoreF'].map((output) => `${output}Unordered`),
  ],
  columns: ['match', 'matchStrict', 'coverage', 'bleu4', 'rougeL', 'meteor', 'cider', 'spice', 'bertscoreRRescaled'],
  modelScores: { bertscoreRRescaled: { beside: 'bertscoreR', signature: PAPER_BERTSCORE } },
  breakdowns: {
    context: (item) => item.meta.context ?? null,
    keywords: (item) => String(item.input.keywords.length),
    unseen: (item) => item.meta.unseen ?? null,
  },
  published: PUBLISHED,
  sizes: (items) => ({
    pairs: items.length,
    sentences: new Set(items.flatMap(({ meta }) => meta.statements)).size,
    keywords: new Set(items.flatMap(({ input }) => input.keywords)).size,
  }),
  decoding: { beams: 4, maxInputTokens: 64, maxOutputTokens: 128 },
  keywords: (item) => item.input.keywords,
  unit: 'statement',
  units: (item) => item.meta.ids,
  reorder: (item, random) => {
    const order = random.shuffle([...item.input.keywords.keys()]);
    const { keywordsPos } = item.meta;
    return {
      ...item,
      input: { keywords: order.map((place) => item.input.keywords[place]) },
      meta: keywordsPos ? { ...item.meta, keywordsPos: order.map((place) => keywordsPos[place]) } : item.meta,
    };
  },
  exchanged: exchangeSentences,
  guess: (item, random) => guessPair(item.input.keywords, random).join(' ').trim(),
  ownMetrics: [match, contrast],
  legend:
    'Keywords are coloured by the sentence of the output in which they occur: [first], [second], [both], [later only after the second], [missing nowhere]; ≠ marks a keyword that the reference has in the other sentence. Point at a marked word to see the lemma that matched.',
  actions: { build, stats, ceiling, agreement, explain, pairs },
  starter: () => ({}),
  tasks: TASKS,
  restate: restateDataset,
  steps: Object.values(steps),
});

/** A pair at chance level: the keywords in random order, cut in half, with each half as a sentence. */
export function guessPair(keywords: readonly string[], random: Random): [string, string] {
  const shuffled = random.shuffle(keywords);
  const half = Math.ceil(shuffled.length / 2);
  return [toSentence(shuffled.slice(0, half)), toSentence(shuffled.slice(half))];
}

/** Begins with a capital letter, so that the two sentences can be told apart in the joined text. */
function toSentence(keywords: readonly string[]): string {
  const text = keywords.join(' ');
  return text === '' ? '' : `${text[0].toUpperCase()}${text.slice(1)}.`;
}
