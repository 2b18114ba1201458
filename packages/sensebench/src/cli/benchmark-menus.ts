/** Menus of benchmarks: `sensebench stats <benchmark>` and `sensebench <benchmark> stats` find the same action. */

import { type Action, type ActionGroup, type Benchmark, InputError, isModule, unknownName } from '@sensebench/metrics/internal/core';
import { BENCHMARK_NAMES, BENCHMARK_SPECS, loadBenchmark } from '../benchmarks/index.ts';
import type { Command, Menu, MenuEntry } from './command.ts';

/** `sensebench <command> <benchmark>`; `pick` finds the action in a benchmark. */
export function menuOfBenchmarks(
  summary: string,
  command: string,
  { pick, more = {} }: { pick(benchmark: Benchmark): Command | undefined; more?: Readonly<Record<string, Action>> },
): Menu {
  const open = async (spec: string): Promise<Command> => {
    if (!BENCHMARK_NAMES.includes(spec) && !isModule(spec))
      throw unknownName('benchmark', spec, [...Object.keys(more), ...BENCHMARK_NAMES], { expected: BENCHMARK_SPECS });
    const benchmark = await loadBenchmark(spec);
    const found = pick(benchmark);
    if (!found) throw new InputError(`${benchmark.name} has no ${command}`);
    return found;
  };
  const named = BENCHMARK_NAMES.map((name): [string, MenuEntry] => [name, { load: () => open(name) }]);
  return {
    summary,
    entries: { ...entriesOf(more), ...Object.fromEntries(named) },
    open,
    ask: `which benchmark? \`sensebench ${command} --help\` lists them`,
    note: 'Or the path of a .js module: a benchmark of your own.',
  };
}

/** `sensebench <command> <benchmark>` for an action that benchmarks bring. */
export function benchmarkAction(summary: string, command: 'build' | 'stats' | 'ceiling' | 'agreement'): Menu {
  return menuOfBenchmarks(summary, command, { pick: ({ actions }) => actions?.[command] });
}

/** `sensebench <benchmark>`: everything that it brings. */
async function menuOfBenchmark(spec: string): Promise<Menu> {
  const { title, actions = {} } = await loadBenchmark(spec);
  const entries: Record<string, Action | ActionGroup> = {};
  for (const [name, found] of Object.entries(actions)) if (found) entries[name] = found;
  return {
    summary: `commands of ${title}`,
    entries: entriesOf(entries),
    note:
      Object.keys(entries).length === 0
        ? `${title} has no commands of its own; evaluate and score take it as they take any benchmark.`
        : undefined,
  };
}

/** The built-in benchmarks as words of their own. */
export const BENCHMARK_ENTRIES: Readonly<Record<string, MenuEntry>> = Object.fromEntries(
  BENCHMARK_NAMES.map((name) => [name, { hidden: true, load: () => menuOfBenchmark(name) }]),
);

export function openModule(word: string): Promise<Menu> | undefined {
  return isModule(word) ? menuOfBenchmark(word) : undefined;
}

export function entriesOf(actions: Readonly<Record<string, Action | ActionGroup>>): Record<string, MenuEntry> {
  return Object.fromEntries(
    Object.entries(actions).map(([name, found]) => [
      name,
      { load: async () => ('run' in found ? found : { summary: found.summary, entries: entriesOf(found.actions) }) },
    ]),
  );
}
