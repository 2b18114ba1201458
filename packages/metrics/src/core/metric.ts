/** The contract of a metric: items become small statistics, statistics become scores of an item, a group or the corpus. */
import type { Item } from './item.ts';
import { type OptionTable, type OptionValues, printOthers, readOptions } from './options.ts';
import type { ToolNeeds, Tools } from './tools.ts';

export interface MetricInput<I extends Item = Item> {
  item: I;
  candidate: string;
  /** The sentences of the candidate, if it was given as a list; `candidate` joins them with spaces. */
  sentences?: readonly string[];
  /** The same output with the references in another order, if that order fits better (for outputs called …Unordered). */
  unordered?: MetricInput<I>;
  /** Words that the output should contain, if the benchmark defines them. */
  keywords?: readonly string[];
  /** COCO tokens of the candidate and of each reference, tokenized once for all metrics. */
  tokens: { candidate: string[]; references: string[][] };
}

/**
 * How an output is printed if not as a percentage: the factor (default: 100), whether figures may plot it beside percentages (default: yes),
 * and whether lower is better (default: no).
 */
export type PrintedOutputs = Readonly<Record<string, { scale?: number; share?: boolean; lowerIsBetter?: boolean; label?: string }>>;

/** Something that an output should contain. */
export interface Sought {
  text: string;
  /** Groups in which it was found, such as sentences of the output (0, 1); empty if it is missing. */
  groups: readonly number[];
  /** It was found, but in the wrong group. */
  astray?: boolean;
  /** An explanation for the reader. */
  note?: string;
}

/** A part of an output in which something was found. */
export interface EvidenceMark {
  start: number;
  end: number;
  group: number;
  note?: string;
}

/** What a metric found in one output, as shown in the report: marked parts of the text, and missing ones. */
export interface Evidence {
  /** In the order of the item. */
  sought: readonly Sought[];
  /** From left to right, without overlap. */
  marks: readonly EvidenceMark[];
}

/** The description of a metric, available before it is created. */
export interface MetricDescription {
  name: string;
  /** What it measures and where that is defined, in one line. */
  summary: string;
  /** Time for 1,000 items on one core: under 2 s, under 10 s, more. docs/metrics/costs.md has the seconds. Default: medium. */
  cost?: 'fast' | 'medium' | 'slow';
  /** Names of its scores, which are columns of tables. Each can be requested separately. */
  outputs: readonly string[];
  /** Tools that `prepare` uses. */
  needs?: ToolNeeds;
  /** How its scores are printed, unless as percentages. */
  printed?: PrintedOutputs;
  /** Compares outputs with the item, not with its references. */
  withoutReferences?: boolean;
}

/** How a metric measures. */
export interface Measure<Stats = unknown, Context = unknown, I extends Item = Item> {
  /** Runs once for all items: document frequencies, encodings, models. */
  prepare?(inputs: readonly MetricInput<I>[], tools: Tools): Promise<Context>;
  /** How the numbers were computed, in the style of sacreBLEU: `cider|refs:4|tok:coco|idf:corpus@1f3a|v:0.1.0`. */
  signature(context: Context): string;
  segment(input: MetricInput<I>, context: Context): Stats | Promise<Stats>;
  /** Scores of any multiset of items; an undefined score is null, never 0 and never NaN. */
  score(stats: readonly Stats[], context: Context): Record<string, number | null>;
  /** The part of the context that the functions after `segment` read; the rest is released when all items are measured. Default: all of it. */
  kept?(context: Context): Context;
  /** The expected score of chance-level answers to the same items; null where it is undefined. */
  chance?(stats: readonly Stats[], context: Context): Record<string, number | null>;
  /** Details of one item for evidence.jsonl, such as the matching tuples. The report shows values of the shape `Evidence`. */
  evidence?(stats: Stats, context: Context): unknown;
}

export interface Metric<Stats = unknown, Context = unknown, I extends Item = Item> extends MetricDescription, Measure<Stats, Context, I> {}

/** A metric with the statistics of all items: enough to score any subset of the items again. */
export interface Measured {
  metric: Metric;
  outputs: readonly string[];
  context: unknown;
  stats: readonly unknown[];
  /** The scores of each single item, if they are already known. */
  itemScores?: ItemScores;
}

/** By output, a score for each item; NaN if undefined. */
export type ItemScores = Readonly<Record<string, Float64Array>>;

/** A metric with options, or one that is loaded on first use. */
export interface MetricDefinition<Options extends OptionTable = OptionTable, Stats = unknown, Context = unknown, I extends Item = Item>
  extends MetricDescription {
  options?: Options;
  /** The metric whose statistics and options this one uses: it only scores them in another way. */
  twinOf?: Metric | MetricDefinition;
  /** Lets worker threads compute the metric. For slow metrics that need only tokens. */
  threads?: {
    /** The part of the context that scoring reads, without large tables. The number of references is added later. */
    keep(context: unknown): object;
    /** Whether the main thread helps. If not, it never loads the tables. */
    here: boolean;
  };
  /** Options may ask for further outputs. */
  create(options: OptionValues<Options>): MadeMetric<Stats, Context, I> | Promise<MadeMetric<Stats, Context, I>>;
}

type MadeMetric<Stats, Context, I extends Item> = Measure<Stats, Context, I> & Pick<Partial<MetricDescription>, 'outputs'>;

/** Keeps the types of the options, so that one list can hold metrics with different options. */
export function defineMetric<const Options extends OptionTable, Stats, Context, I extends Item = Item>(
  definition: MetricDefinition<Options, Stats, Context, I>,
): MetricDefinition<Options, Stats, Context, I> {
  return definition;
}

/** Returns a metric unchanged, or creates it from its definition. */
export async function makeMetric(metric: Metric | MetricDefinition, options: Readonly<Record<string, unknown>> = {}): Promise<Metric> {
  if ('create' in metric) return createMetric(metric, readOptions(metric.options ?? {}, options, { of: metric.name }));
  readOptions({}, options, { of: metric.name });
  return metric;
}

/** Creates the metric; missing options get their defaults. */
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
