/** What can be chosen about metrics; each takes from it what it knows. */
import type { BertscoreOptions } from './bertscore.ts';
import type { CiderOptions } from './cider.ts';
import type { MeteorOptions } from './meteor.ts';

export interface MetricOptions {
  cider?: CiderOptions;
  meteor?: MeteorOptions;
  bertscore?: BertscoreOptions;
}
