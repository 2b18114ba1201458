/** Options of all metrics together; each metric takes its own. */
import type { BertscoreOptions } from './bertscore/bertscore.ts';
import type { MeteorOptions } from './meteor/meteor.ts';
import type { CiderOptions } from './text/cider.ts';

export interface MetricOptions {
  cider?: CiderOptions;
  meteor?: MeteorOptions;
  bertscore?: BertscoreOptions;
}
