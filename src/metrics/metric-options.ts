/** Options of all metrics together; each metric takes its own. */
import type { BertscoreOptions } from './bertscore/bertscore.ts';
import type { MeteorOptions } from './meteor/meteor.ts';
import type { BleuSacreOptions } from './text/bleu-sacre.ts';
import type { ChrfOptions } from './text/chrf.ts';
import type { CiderOptions } from './text/cider.ts';
import type { TercomOptions } from './text/tercom-words.ts';

export interface MetricOptions {
  bleuSacre?: BleuSacreOptions;
  chrf?: ChrfOptions;
  ter?: TercomOptions;
  cider?: CiderOptions;
  meteor?: MeteorOptions;
  bertscore?: BertscoreOptions;
}
