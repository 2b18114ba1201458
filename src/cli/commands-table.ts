/** Every command by name; its file is loaded when it is called. */
import type { CommandEntry } from './command.ts';

export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  tour: { summary: 'the main job on the starter corpus, with a report', load: () => import('./commands/tour.ts') },
  build: { summary: 'build a dataset from sources', load: () => import('./commands/build.ts') },
  evaluate: { summary: 'run a model on a benchmark and score it', load: () => import('./commands/evaluate.ts') },
  rescore: { summary: 'score run folders again; no model is asked', load: () => import('./commands/rescore.ts') },
  compare: { summary: 'compare runs: paired tests, won and lost items', load: () => import('./commands/compare.ts') },
  report: { summary: 'the page of one run, or of several side by side', load: () => import('./commands/report.ts') },
  judge: { summary: 'let a language model judge outputs, or compare two systems', load: () => import('./commands/judge.ts') },
  stats: { summary: "the papers' tables for any file", load: () => import('./commands/stats.ts') },
  ceiling: { summary: 'the human score', load: () => import('./commands/ceiling.ts') },
  agreement: { summary: 'how far annotators agree', load: () => import('./commands/agreement.ts') },
  explain: { summary: 'why a row is in a dataset or out of it', load: () => import('./commands/explain.ts') },
  score: { summary: 'metrics of any predictions', load: () => import('./commands/score.ts') },
  kit: { summary: 'starter kits and annotation workbooks of TG-CSR', load: () => import('../benchmarks/tgcsr/actions/kit.ts') },
  generative: { summary: "free answers to TG-CSR's questions", load: () => import('../benchmarks/tgcsr/actions/generative.ts') },
  taxonomy: { summary: "TG-CSR's categories and concepts", load: () => import('../benchmarks/tgcsr/actions/taxonomy.ts') },
  transfer: { summary: "CommonGen's transfer study on CommonsenseQA", load: () => import('../benchmarks/commongen/actions/transfer.ts') },
  lite: { summary: 'CommonGen-lite: cover and a judge', load: () => import('./commands/lite.ts') },
  nlp: {
    summary: 'tokens, sentences, tags, lemmas, entities, parses and embeddings of lines of text',
    load: () => import('./commands/nlp.ts'),
  },
  data: { summary: 'optional large files: list, add', load: () => import('./commands/data.ts') },
  statements: { summary: 'questions and answers as statements', load: () => import('./commands/statements.ts') },
};
