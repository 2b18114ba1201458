/** The metric METEOR: its outputs, tools and options. The implementation is loaded on first use. */
import { defineMetric } from '../../core/index.ts';
import type { MeteorContext } from './meteor.ts';

export const meteor = defineMetric({
  name: 'meteor',
  summary: 'METEOR 1.5: aligned words, stems, synonyms, paraphrases (Denkowski and Lavie 2014)',
  cost: 'medium',
  outputs: ['meteor'],
  needs: { wordnet: true },
  options: {
    paraphrases: {
      kind: 'file',
      holds: 'bytes',
      data: 'meteor-paraphrases',
      summary: 'the table made by sensebench data add meteor-paraphrases',
    },
    modules: {
      kind: 'number',
      least: 1,
      whole: true,
      summary: 'how many matchers run, of exact, stem, synonym and paraphrase (default: all whose tables are available)',
      prints: false,
    },
  },
  threads: {
    keep(context) {
      const { modules, parameters, paraphrases } = context as MeteorContext;
      return { modules, parameters, paraphrases: paraphrases && { id: paraphrases.id } };
    },
    here: false,
  },
  create: async (options) => (await import('./meteor.ts')).createMeteor(options),
});
