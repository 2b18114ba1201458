/** The contract of a metric: items become small statistics, statistics become scores of an item, a group or the corpus. */
import type { ToolNeeds } from './action.ts';
import type { Item } from './item.ts';
import type { Tools } from './tools.ts';

export interface MetricInput<I extends Item = Item> {
  item: I;
  candidate: string;
  /** The sentences of the candidate, where it was given as a list of them; a space is between two. */
  sentences?: readonly string[];
  /** The same output with the references in another order, where that suits it better (outputs called …Unordered). */
  unordered?: MetricInput<I>;
  /** Words that the output should contain, where the benchmark has them. */
  keywords?: readonly string[];
  /** Coco tokens of the candidate and of each reference: tokenized once for all metrics. */
  tokens: { candidate: string[]; references: string[][] };
}

/**
 * By output, where it is not printed as a share: what it is multiplied by (default: 100), whether figures draw it beside shares (default: yes),
 * and whether a lower score is the better one (default: no).
 */
export type PrintedOutputs = Readonly<Record<string, { scale?: number; share?: boolean; lowerIsBetter?: boolean }>>;

/** What was looked for in an output. */
export interface Sought {
  text: string;
  /** Groups that it was found in (say, sentences of the output: 0, 1); none where it is missing. */
  groups: readonly number[];
  /** It was found, but in the wrong group. */
  astray?: boolean;
  /** What a reader is told of it. */
  note?: string;
}

/** A part of an output in which something was found. */
export interface EvidenceMark {
  start: number;
  end: number;
  group: number;
  note?: string;
}

/** What a metric found in one output, as the report shows it: marked parts of the text, and what is missing. */
export interface Evidence {
  /** In the order of the item. */
  sought: readonly Sought[];
  /** From left to right, none overlapping another. */
  marks: readonly EvidenceMark[];
}

export interface Metric<Stats = unknown, Context = unknown, I extends Item = Item> {
  name: string;
  /** Names of its scores: the columns of a table. */
  outputs: readonly string[];
  /** Where it is defined. */
  paper: string;
  /** Tools that `prepare` uses. Only for a benchmark's own metrics; built-in ones say it in the registry. */
  needs?: ToolNeeds;
  /** How its scores are printed. Only for a benchmark's own metrics; built-in ones say it in the registry. */
  printed?: PrintedOutputs;
  /** Made once for all items: document frequencies, encodings, models. */
  prepare?(inputs: readonly MetricInput<I>[], tools: Tools): Promise<Context>;
  /** How the numbers were made, as sacreBLEU does: `cider|refs:4|tok:coco|idf:corpus@1f3a|v:0.1.0`. */
  signature(context: Context): string;
  segment(input: MetricInput<I>, context: Context): Stats | Promise<Stats>;
  /** Scores of any multiset of items; an undefined score is null, never 0 and never NaN. */
  score(stats: readonly Stats[], context: Context): Record<string, number | null>;
  /** What the functions below `segment` read of the context; the rest is let go when all items are measured. Default: all of it. */
  kept?(context: Context): Context;
  /** What an answer at the level of chance is expected to score on the same items; null where that is not defined. */
  chance?(stats: readonly Stats[], context: Context): Record<string, number | null>;
  /** What to keep of one item in evidence.jsonl: which tuples matched, say. The report shows what has the shape of `Evidence`. */
  evidence?(stats: Stats, context: Context): unknown;
}
