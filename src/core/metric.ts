/** The contract of a metric: items become small statistics, statistics become scores of an item, a group or the corpus. */
import type { Item } from './item.ts';
import { type OptionTable, type OptionValues, printOthers, readOptions } from './options.ts';
import type { ToolNeeds, Tools } from './tools.ts';

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
export type PrintedOutputs = Readonly<Record<string, { scale?: number; share?: boolean; lowerIsBetter?: boolean; label?: string }>>;

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

/** What a metric says of itself before it is made. */
export interface MetricDescription {
  name: string;
  /** What it measures and where that is defined, in a line. */
  summary: string;
  /** Time for 1,000 items on one core: under 2 s, under 10 s, more. docs/metrics/costs.md has the seconds. Default: medium. */
  cost?: 'fast' | 'medium' | 'slow';
  /** Names of its scores: the columns of a table. Each may be asked for alone. */
  outputs: readonly string[];
  /** Tools that `prepare` uses. */
  needs?: ToolNeeds;
  /** How its scores are printed, where that is not as shares ×100. */
  printed?: PrintedOutputs;
  /** Compares with the item alone, not with its references. */
  withoutReferences?: boolean;
}

/** How a metric measures. */
export interface Measure<Stats = unknown, Context = unknown, I extends Item = Item> {
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

export interface Metric<Stats = unknown, Context = unknown, I extends Item = Item> extends MetricDescription, Measure<Stats, Context, I> {}

/** A metric with what it found: enough to score any choice of the items again. */
export interface Measured {
  metric: Metric;
  outputs: readonly string[];
  context: unknown;
  stats: readonly unknown[];
  /** The scores of each item alone, where they are known already. */
  itemScores?: ItemScores;
}

/** By output, a score for each item; NaN where it is undefined. */
export type ItemScores = Readonly<Record<string, Float64Array>>;

/** A metric with options, or one that is loaded only when it is used. */
export interface MetricDefinition<Options extends OptionTable = OptionTable, Stats = unknown, Context = unknown, I extends Item = Item>
  extends MetricDescription {
  options?: Options;
  /** The metric of which this one is another view: it takes the statistics, and the options, of that one. */
  twinOf?: Metric | MetricDefinition;
  /** For slow metrics that need only tokens: lets worker threads compute them. */
  threads?: {
    /** The part of the context that scoring reads, without the tables. The number of references is added later. */
    keep(context: unknown): object;
    /** true: the main thread helps; false: it never loads the tables. */
    here: boolean;
  };
  /** Options may ask for further outputs. */
  create(options: OptionValues<Options>): MadeMetric<Stats, Context, I> | Promise<MadeMetric<Stats, Context, I>>;
}

type MadeMetric<Stats, Context, I extends Item> = Measure<Stats, Context, I> & Pick<Partial<MetricDescription>, 'outputs'>;

/** Keeps the types of the options while metrics of different ones are in one list. */
export function defineMetric<const Options extends OptionTable, Stats, Context, I extends Item = Item>(
  definition: MetricDefinition<Options, Stats, Context, I>,
): MetricDefinition<Options, Stats, Context, I> {
  return definition;
}

/** A metric as it is, or one that is made of its definition. */
export async function makeMetric(metric: Metric | MetricDefinition, options: Readonly<Record<string, unknown>> = {}): Promise<Metric> {
  if ('create' in metric) return createMetric(metric, readOptions(metric.options ?? {}, options, { of: metric.name }));
  readOptions({}, options, { of: metric.name });
  return metric;
}

/** The metric with these options; those that are missing have their defaults. */
export async function createMetric<Options extends OptionTable, Stats, Context, I extends Item = Item>(
  definition: MetricDefinition<Options, Stats, Context, I>,
  options: Partial<OptionValues<Options>> = {},
): Promise<Metric<Stats, Context, I>> {
  const { name, summary, cost, outputs, needs, printed, withoutReferences, options: table } = definition;
  const values = readOptions(table ?? ({} as Options), options, { of: name });
  const made = await definition.create(values);
  const others = printOthers(table ?? {}, values);
  const signature = others ? (context: Context) => made.signature(context) + others : made.signature;
  return { name, summary, cost, outputs, needs, printed, withoutReferences, ...made, signature };
}
