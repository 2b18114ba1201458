/** Metrics by name, with a benchmark's or a user's own in front, and how their scores are printed. */
import {
  InputError,
  kebabCase,
  type Metric,
  type MetricDefinition,
  type OptionTable,
  type OptionValues,
  readOptions,
  readSpec,
  type ToolNeeds,
  unknownName,
} from '../core/index.ts';
import * as table from './table.ts';
import { unordered } from './unordered.ts';

export type AnyMetric = Metric | MetricDefinition;

/** Twins of metrics that ignore the order of sentences: the columns of the SituatedGen paper. */
const TWINS = [table.bleu, table.rouge, table.meteor, table.cider, table.spice, table.bertscore].map((metric) => unordered(metric));

/** In alphabetical order. */
export const METRICS: Readonly<Record<string, AnyMetric>> = byName(
  [...Object.values(table), ...TWINS].sort((a, b) => (a.name < b.name ? -1 : 1)),
);

type OptionsOf<M> = M extends { options?: infer Options extends OptionTable }
  ? Partial<OptionValues<Options>>
  : Readonly<Record<string, never>>;

/** Options by name of the metric; for metrics outside the table, any values. */
export type MetricOptions = { readonly [Name in keyof typeof table]?: OptionsOf<(typeof table)[Name]> } & {
  readonly [name: string]: Readonly<Record<string, unknown>> | undefined;
};

/** The default metrics of `score`: those that need no model. */
export const DEFAULT_METRICS: readonly string[] = ['bleu', 'rouge', 'rougeLCoco', 'cider', 'ciderD', 'meteor'];

export interface ChosenMetric {
  name: string;
  metric: AnyMetric;
  /** Which of its outputs were asked for. */
  outputs: readonly string[];
  options: Readonly<Record<string, unknown>>;
}

/** A metric by its name, with the values of its options. */
export type NamedMetric = Pick<ChosenMetric, 'name' | 'options'>;

/**
 * Chooses metrics by names of single outputs (`bleu4`) or of metrics (`bleu`: all its outputs), optionally with options: `ter(asian)`.
 * A name that is both, like `coverage`, means the output. A benchmark's own metrics come first.
 */
export function chooseMetrics(specs: readonly string[], own: readonly AnyMetric[] = [], options: MetricOptions = {}): ChosenMetric[] {
  const known = own.length > 0 ? { ...byName(own), ...METRICS, ...byName(own) } : METRICS;
  const outputsOf = new Map<string, Set<string>>();
  const optionsOf = new Map<string, Readonly<Record<string, unknown>>>();
  for (const spec of specs) {
    const { name, options: given } = readSpec(spec);
    const owner = Object.keys(known).find((each) => known[each].outputs.includes(name)) ?? (Object.hasOwn(known, name) ? name : undefined);
    if (!owner) throw unknownMetric(name, known);
    const base = baseOf(known[owner]);
    if (Object.keys(given).length > 0) {
      const before = optionsOf.get(base.name);
      if (before && JSON.stringify(before) !== JSON.stringify(given))
        throw new InputError(`${base.name} is named with two sets of options; score them separately`);
      optionsOf.set(base.name, given);
    }
    // An output that was already chosen is not measured twice.
    if ([...outputsOf.values()].some((outputs) => outputs.has(name))) continue;
    const outputs = outputsOf.get(owner) ?? new Set();
    for (const output of known[owner].outputs.includes(name) ? [name] : known[owner].outputs) outputs.add(output);
    outputsOf.set(owner, outputs);
  }
  return Array.from(outputsOf, ([name, outputs]) => {
    const base = baseOf(known[name]);
    const values = { ...options[base.name], ...optionsOf.get(base.name) };
    // Reject wrong options before anything is read.
    readOptions(optionTable(base), values, { of: base.name });
    return { name, metric: known[name], outputs: [...outputs], options: values };
  });
}

/** A twin takes its statistics and its options from another metric. */
export function baseOf(metric: AnyMetric): AnyMetric {
  return ('twinOf' in metric ? metric.twinOf : undefined) ?? metric;
}

export function optionTable(metric: AnyMetric): OptionTable {
  return ('options' in metric ? metric.options : undefined) ?? {};
}

/** How threads measure it; undefined if they cannot. */
export function threadsOf(metric: AnyMetric): MetricDefinition['threads'] {
  return 'threads' in metric ? metric.threads : undefined;
}

/** Refuses options that name files or folders: requests from a network must not read them. */
export function refuseFiles(specs: readonly string[]): void {
  for (const spec of specs) {
    const { name, options } = readSpec(spec);
    const metric = Object.values(METRICS).find((each) => each.name === name || each.outputs.includes(name));
    const table = metric ? optionTable(baseOf(metric)) : {};
    const file = Object.keys(options).find((option) => ['file', 'tool'].includes(table[option]?.kind));
    if (file) throw new InputError(`${name}: the option ${kebabCase(file)} names a file on this machine, which is not allowed here`);
    if (!metric && Object.keys(options).length > 0) throw new InputError(`${spec}: a benchmark's own metrics take no options here`);
  }
}

/** The combined tools of all metrics. */
export function needsOf(chosen: readonly Pick<ChosenMetric, 'metric'>[]): ToolNeeds {
  return Object.assign({}, ...chosen.map(({ metric }) => metric.needs ?? {}));
}

function byName(metrics: readonly AnyMetric[]): Readonly<Record<string, AnyMetric>> {
  return Object.fromEntries(metrics.map((metric) => [metric.name, metric]));
}

function unknownMetric(name: string, known: Readonly<Record<string, AnyMetric>>): InputError {
  const names = [...Object.keys(known), ...Object.values(known).flatMap(({ outputs }) => outputs)];
  return unknownName('metric', name, names, { expected: `some of ${Object.keys(known).join(', ')}` });
}

/** How scores are printed: two decimals, ×100 unless their metric says otherwise. */
export interface Printed {
  scale: number;
  /** Figures may plot it beside other percentages. */
  share: boolean;
  lowerIsBetter: boolean;
}

const SHARE: Printed = { scale: 100, share: true, lowerIsBetter: false };

/** By output, computed once. The first metric with an output decides how it is printed. */
const PRINTED = new Map(
  Object.values(METRICS)
    .flatMap((metric) => metric.outputs.map((output): [string, Printed] => [output, describe(metric, output)]))
    .reverse(),
);

/** `own` are the metrics of the benchmark, which take precedence. */
export function printedAs(output: string, own: readonly AnyMetric[] = []): Printed {
  const metric = own.find(({ outputs }) => outputs.includes(output));
  return metric ? describe(metric, output) : (PRINTED.get(output) ?? SHARE);
}

/** Formats a score. */
export function printedScore(output: string, value: number, own?: readonly AnyMetric[]): string {
  return (printedAs(output, own).scale * value).toFixed(2);
}

function describe({ printed }: AnyMetric, output: string): Printed {
  return { ...SHARE, ...printed?.[output] };
}
