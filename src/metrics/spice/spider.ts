/** SPIDEr (Liu et al. 2017): the mean of an item's SPICE and CIDEr-D, as aac-metrics defines it. */
import type { Metric } from '../../core/index.ts';
import { type CiderContext, type CiderOptions, createCider } from '../text/cider.ts';
import { meanOf } from '../text/mean-of.ts';
import { createSpice, type SpiceContext, type SpiceOptions } from './spice.ts';

interface SpiderContext {
  spice: SpiceContext;
  cider: CiderContext;
}

export function createSpider(options: { spice?: SpiceOptions; cider?: CiderOptions } = {}): Metric<number | null, SpiderContext> {
  const spice = createSpice(options.spice);
  const cider = createCider(options.cider);
  return {
    name: 'spider',
    outputs: ['spider'],
    paper: 'Liu et al. 2017; SPICE and CIDEr-D',
    async prepare(inputs, tools) {
      return {
        spice: (await spice.prepare?.(inputs, tools)) as SpiceContext,
        cider: (await cider.prepare?.(inputs, tools)) as CiderContext,
      };
    },
    signature: (context) => `spider|mean:${spice.signature(context.spice)}+${cider.signature(context.cider).replace(/^cider/, 'ciderD')}`,
    async segment(input, context) {
      const own = spice.score([await spice.segment(input, context.spice)], context.spice).spice;
      const other = cider.score([await cider.segment(input, context.cider)], context.cider).ciderD;
      return own === null || other === null ? null : (own + other) / 2;
    },
    score: (stats) => ({ spider: meanOf(stats) }),
  };
}
