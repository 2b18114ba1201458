/** SPIDEr (Liu et al. 2017): the mean of an item's SPICE and CIDEr-D, as aac-metrics defines it. */
import type { Measure, OptionValues } from '../../core/index.ts';
import { type CIDER_OPTIONS, type CiderContext, createCider } from '../text/cider.ts';
import { meanOf } from '../text/mean-of.ts';
import { createSpice, type SpiceContext } from './spice.ts';

export interface SpiderContext {
  spice: SpiceContext;
  cider: CiderContext;
}

export function createSpider(options: OptionValues<typeof CIDER_OPTIONS>): Measure<number | null, SpiderContext> {
  const spice = createSpice();
  const cider = createCider(options);
  return {
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
