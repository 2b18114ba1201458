/** How scores are printed: two decimals, ×100 unless their metric says otherwise. */
import { type AnyMetric, METRICS } from './registry.ts';

export interface Printed {
  scale: number;
  /** It may stand beside other shares in a figure. */
  share: boolean;
  lowerIsBetter: boolean;
}

const SHARE: Printed = { scale: 100, share: true, lowerIsBetter: false };

/** By output, once for all cells of all tables. The first metric that has an output says how it is printed. */
const PRINTED = new Map(
  Object.values(METRICS)
    .flatMap((metric) => metric.outputs.map((output): [string, Printed] => [output, describe(metric, output)]))
    .reverse(),
);

/** `own` are the metrics of the benchmark, which come first. */
export function printedAs(output: string, own: readonly AnyMetric[] = []): Printed {
  const metric = own.find(({ outputs }) => outputs.includes(output));
  return metric ? describe(metric, output) : (PRINTED.get(output) ?? SHARE);
}

/** A score as people read it. */
export function printedScore(output: string, value: number, own?: readonly AnyMetric[]): string {
  return (printedAs(output, own).scale * value).toFixed(2);
}

function describe({ printed }: AnyMetric, output: string): Printed {
  return { ...SHARE, ...printed?.[output] };
}
