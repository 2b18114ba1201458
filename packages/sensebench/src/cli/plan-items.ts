/** `compare --power`: the smallest difference that so many items can show, from stored runs or a stated variance. */
import { type ActionResult, type Benchmark, InputError, inTurns } from '@sensebench/metrics/internal/core';
import { detectable, influenceRounds, robustError, scoreLabel, separateUnits, unitsOfItems } from '@sensebench/metrics/internal/metrics';
import type { ComparedRun, RunComparison } from '../evaluate/scores/index.ts';
import { printedScore } from '../report/runs/index.ts';

interface PlanOptions {
  variance?: number;
  items?: number;
  by?: string;
}

const POWER = { level: 0.95, power: 0.8 };

/** From the variance of an item's difference, with items that share nothing. */
export function planFrom({ variance = 0, items }: PlanOptions): ActionResult {
  if (items === undefined) throw new InputError('--variance needs --items: how many items there will be');
  const smallest = detectable({ error: Math.sqrt(variance / items), df: items - 1 }, POWER);
  return {
    json: { power: { ...POWER, items, variance, detectable: smallest } },
    text: `${items} items can show a difference of ${smallest.toFixed(4)} or more (80% power, 5% level)`,
  };
}

/** Another system is taken to vary as much as this one and independently of it; a similar one needs a smaller difference. */
export async function planFromOne(run: ComparedRun, benchmark: Benchmark | undefined, options: PlanOptions): Promise<ActionResult> {
  const { answered, measured } = run;
  const { units = separateUnits(answered.length) } = benchmark ? unitsOfItems(answered, benchmark) : {};
  const found: Record<string, number | null> = {};
  for (const { metric, outputs, context, stats } of measured[0]) {
    const influences = await inTurns(influenceRounds(stats, (sample) => metric.score(sample, context)));
    for (const output of outputs) {
      const influence = influences[output];
      const own = influence ? robustError(influence, units) : null;
      found[output] = own && scaled(detectable({ ...own, error: own.error * Math.SQRT2 }, POWER), answered.length, options);
    }
  }
  return describe([{ name: `${run.name} and a system that is independent of it`, found }], {
    items: options.items ?? answered.length,
    benchmark,
  });
}

export function planFromPairs(comparison: RunComparison, benchmark: Benchmark | undefined, options: PlanOptions): ActionResult {
  const rows = comparison.pairs.map(({ a, b, metrics }) => ({
    name: `${a} - ${b}`,
    found: Object.fromEntries(
      Object.entries(metrics).map(([metric, own]) => [
        metric,
        own.detectable === null ? null : scaled(own.detectable, comparison.items, options),
      ]),
    ),
  }));
  return describe(rows, { items: options.items ?? comparison.items, benchmark, flips: comparison.flips, tests: comparison.pairs.length });
}

/** Errors shrink with the root of the number of items, if new ones share units as these do. */
function scaled(smallest: number, stored: number, { items = stored }: PlanOptions): number {
  return smallest * Math.sqrt(stored / items);
}

interface Plan {
  items: number;
  benchmark?: Benchmark;
  tests?: number;
  flips?: Record<string, number>;
}

function describe(
  rows: readonly { name: string; found: Record<string, number | null> }[],
  { items, benchmark, tests = 1, flips }: Plan,
): ActionResult {
  const outputs = Object.keys(rows[0]?.found ?? {});
  return {
    json: {
      power: { ...POWER, items, tests, detectable: Object.fromEntries(rows.map(({ name, found }) => [name, found])) },
      ...(flips ? { flips } : {}),
    },
    tables: [
      {
        caption: `Smallest difference that ${items} items can show (80% power, 5% level, ${tests} ${tests === 1 ? 'test' : 'tests'} after Holm)`,
        columns: [
          { key: 'name', label: 'pair' },
          ...outputs.map((output) => ({
            key: output,
            label: scoreLabel(output, benchmark?.ownMetrics),
            align: 'right' as const,
          })),
        ],
        rows: rows.map(({ name, found }) => ({
          name,
          ...Object.fromEntries(
            outputs.map((output) => {
              const value = found[output];
              return [output, value === null ? null : printedScore(output, value, benchmark?.ownMetrics)];
            }),
          ),
        })),
      },
    ],
  };
}
