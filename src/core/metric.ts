/** The contract of a metric: items become small statistics, statistics become scores of an item, a group or the corpus. */
import type { ToolNeeds } from './action.ts';
import type { Item } from './item.ts';
import type { Tools } from './tools.ts';

export interface MetricInput<I extends Item = Item> {
  item: I;
  candidate: string;
  /** Words that the output should contain, where the benchmark has them. */
  keywords?: readonly string[];
  /** Coco tokens of the candidate and of each reference: tokenized once for all metrics. */
  tokens: { candidate: string[]; references: string[][] };
}

export interface Metric<Stats = unknown, Context = unknown, I extends Item = Item> {
  name: string;
  /** Names of its scores: the columns of a table. */
  outputs: readonly string[];
  /** Where it is defined. */
  paper: string;
  /** Tools that `prepare` uses. Only for a benchmark's own metrics; built-in ones say it in the registry. */
  needs?: ToolNeeds;
  /** Made once for all items: document frequencies, encodings, models. */
  prepare?(inputs: readonly MetricInput<I>[], tools: Tools): Promise<Context>;
  /** How the numbers were made, as sacreBLEU does: `cider|refs:4|tok:coco|idf:corpus@1f3a|v:0.1.0`. */
  signature(context: Context): string;
  segment(input: MetricInput<I>, context: Context): Stats | Promise<Stats>;
  /** Scores of any multiset of items; an undefined score is null, never 0 and never NaN. */
  score(stats: readonly Stats[], context: Context): Record<string, number | null>;
  /** Shown for one item: which keyword was found where, which tuples matched. */
  evidence?(stats: Stats, context: Context): unknown;
}
