/** Makes the app: what composes the rooms, shared by the command line, the server and workers. */

import type { App } from '@sensebench/metrics/internal/core';
import { version as ownVersion } from '@sensebench/metrics/internal/core';
import { loadBenchmark } from '../benchmarks/index.ts';
import { createScorer } from './scorer.ts';
import { createMetricThreads, dataFile, type Environment, type MetricThreads } from './start/index.ts';
import { createToolbox } from './tools.ts';

export interface AppOptions {
  /** Keys and folders come from here and nowhere else; default: the environment of the process. */
  environment?: Environment;
  /** One line for the user. */
  say?(line: string): void;
  /** One line that the user must see. */
  warn?(line: string): void;
  now?(): Date;
  version?: string;
  /** Instead of the package's own tools. */
  tools?: App['tools'];
  /** Threads for metrics, where some were started early. */
  threads?: MetricThreads;
}

export function createApp({
  environment = process.env,
  say = () => undefined,
  warn = () => undefined,
  now = () => new Date(),
  version = ownVersion,
  tools = createToolbox({ environment, say, warn }),
  threads = createMetricThreads(),
}: AppOptions = {}): App {
  return {
    version,
    now,
    tools,
    benchmark: loadBenchmark,
    async runner(spec, { benchmark, pool = [], items = [], dry = false, usual } = {}) {
      const { createModel } = await import('../runners/models/index.ts');
      return createModel(spec, {
        benchmark,
        pool,
        items,
        dry,
        usual,
        tools,
        environment,
        warn,
        say,
        dataFile: (name) => dataFile(name, environment),
      });
    },
    scorer: (metrics, options = {}) => createScorer(metrics, { ...options, tools, version, environment, threads, say }),
    close: async () => threads.close(),
  };
}
