/** A user's own metrics: a path of a .js or .mjs module in place of a metric's name, with options or without. */

import { type Benchmark, InputError, isModule, readSpec, writeSpec } from '@sensebench/metrics/internal/core';
import { type AnyMetric, chooseMetrics } from '@sensebench/metrics/internal/metrics';
import { z } from 'zod';
import { importModule, parseWith } from '../files/index.ts';
import { metricNames } from './scorer.ts';

export interface NamedMetrics {
  /** Names with their options; in place of a module the name of its metric. */
  names: readonly string[];
  /** The benchmark's own metrics and those of modules. */
  own: readonly AnyMetric[];
}

/** The metrics that a user named. Modules are code and are run here: their paths must come from the user. */
export async function loadMetrics(given: readonly string[], benchmark?: Benchmark): Promise<NamedMetrics> {
  const own = [...(benchmark?.ownMetrics ?? [])];
  const names: string[] = [];
  for (const each of metricNames(given, benchmark)) {
    const spec = readSpec(each);
    const metric = isModule(spec.name) ? await loadMetric(spec.name) : undefined;
    if (metric) own.unshift(metric);
    names.push(metric ? writeSpec({ ...spec, name: metric.name }) : each);
  }
  chooseMetrics(names, own);
  return { names, own };
}

/** The same, and the benchmark with them: reports know then how their scores are printed. */
export async function withMetrics(
  benchmark: Benchmark,
  given: readonly string[],
): Promise<{ benchmark: Benchmark; names: readonly string[] }> {
  const { names, own } = await loadMetrics(given, benchmark);
  return { names, benchmark: own.length > (benchmark.ownMetrics?.length ?? 0) ? { ...benchmark, ownMetrics: own } : benchmark };
}

const method = z.custom<(...given: never[]) => unknown>((value) => typeof value === 'function', 'expected a function');

const described = { name: z.string().min(1), summary: z.string(), outputs: z.array(z.string()).min(1) };
const option = z.looseObject({ kind: z.enum(['flag', 'number', 'choice', 'file', 'tool']), summary: z.string() });
const definitionShape = z.looseObject({ ...described, options: z.record(z.string(), option).optional(), create: method });
const metricShape = z.looseObject({ ...described, signature: method, segment: method, score: method });

async function loadMetric(path: string): Promise<AnyMetric> {
  const { metric } = await importModule(path);
  if (metric === undefined)
    throw new InputError('exports no metric', { file: path, expected: '`export const metric = defineMetric({ … })`' });
  demandMetric(metric, path);
  return metric;
}

function demandMetric(value: unknown, path: string): asserts value is AnyMetric {
  const shape = typeof value === 'object' && value !== null && 'create' in value ? definitionShape : metricShape;
  parseWith(shape, value, { file: path });
}
