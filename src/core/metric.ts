/** The contract of a metric: each item becomes small statistics, statistics become scores, so corpus scores, item scores and intervals come from one pass. */
import type { ToolNeeds } from './action.ts';
import type { Item } from './item.ts';
import type { Tools } from './tools.ts';

export interface MetricInput<I extends Item = Item> {
  item: I;
  candidate: string;
  /** What the output should contain, where the benchmark says it. */
  keywords?: readonly string[];
  /** Coco tokens of the candidate and of each reference: tokenized once for all metrics. */
  tokens: { candidate: string[]; references: string[][] };
}

export interface Metric<Stats = unknown, Context = unknown, I extends Item = Item> {
  name: string;
  /** Names of the scores it gives: what stands as a column. */
  outputs: readonly string[];
  /** Where it is defined. */
  paper: string;
  /** Which tools `prepare` reads; for metrics of a benchmark's own, which stand in no table. */
  needs?: ToolNeeds;
  /** What is needed once for all items: document frequencies, encodings, models. */
  prepare?(inputs: readonly MetricInput<I>[], tools: Tools): Promise<Context>;
  /** How the numbers were made, as sacreBLEU does: `cider|refs:4|tok:coco|idf:corpus@1f3a|v:0.1.0`. */
  signature(context: Context): string;
  segment(input: MetricInput<I>, context: Context): Stats | Promise<Stats>;
  /** Scores of any multiset of items; an undefined score is null, never 0 and never NaN. */
  score(stats: readonly Stats[], context: Context): Record<string, number | null>;
  /** What to show for one item: which keyword was found where, which tuples matched. */
  evidence?(stats: Stats, context: Context): unknown;
}
