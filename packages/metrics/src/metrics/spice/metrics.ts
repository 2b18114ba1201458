/** The metrics of scene graphs: what they give, need and take. How they measure is loaded when they are used. */
import { defineMetric } from '../../core/index.ts';
import { CIDER_OPTIONS } from '../text/cider.ts';
import type { SpiceContext } from './spice.ts';

export const spice = defineMetric({
  name: 'spice',
  summary: 'SPICE: F of scene-graph tuples (Anderson et al. 2016), with a parser of our own',
  cost: 'slow',
  outputs: ['spice'],
  needs: { wordnet: true },
  threads: { keep: (context) => ({ parser: (context as SpiceContext).parser }), here: true },
  create: async () => (await import('./spice.ts')).createSpice(),
});

export const spider = defineMetric({
  name: 'spider',
  summary: 'SPIDEr: mean of SPICE and CIDEr-D (Liu et al. 2017)',
  cost: 'slow',
  outputs: ['spider'],
  needs: { wordnet: true },
  // As CIDEr, which is the larger part of it.
  printed: { spider: { scale: 10, share: false } },
  options: CIDER_OPTIONS,
  create: async (options) => (await import('./spice.ts')).createSpider(options),
});

export const softSpice = defineMetric({
  name: 'softSpice',
  summary: 'soft SPICE (ours): scene-graph tuples compared by the cosine of MiniLM vectors',
  cost: 'slow',
  outputs: ['softSpice'],
  needs: { wordnet: true, embedder: true },
  create: async () => (await import('./soft-spice.ts')).createSoftSpice(),
});
