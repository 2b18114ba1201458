/** The metric METEOR: what it gives, needs and takes. How it measures is loaded when it is used. */
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
      summary: 'the table that sensebench data add meteor-paraphrases makes',
    },
    modules: {
      kind: 'number',
      least: 1,
      whole: true,
      summary: 'how many of the matchers run: exact, stem, synonym, paraphrase (default: all that have their tables)',
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
