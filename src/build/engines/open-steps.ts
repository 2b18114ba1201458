/** Step runners of one build over one store, on the engine that the user names: options, store, engine and workers in one place. */
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { type ActionContext, InputError } from '../../core/index.ts';
import { createStepRunner, folderStore, type StepRunner } from '../steps/index.ts';
import { driveStages } from './drive-stage.ts';
import type { Engine } from './engine.ts';
import { demandPlainPath } from './plain-path.ts';
import { processesEngine } from './processes.ts';
import { slurmEngine } from './slurm.ts';
import { sparkEngine } from './spark.ts';

/** Fields of the options of every build. */
export const engineOptions = {
  cache: z.string().optional().describe('folder of finished steps (default: .sensebench-cache beside the output)'),
  threads: z.number().int().positive().optional().describe('processes that compute at the same time (default: one for each core)'),
  engine: z.string().optional().describe('where large steps run: slurm, or spark://host:7077 (default: this machine)'),
  store: z.string().optional().describe('folder of finished steps that every machine of the engine sees under the same path'),
};

export interface OpenStepsOptions {
  options: { cache?: string; threads?: number; engine?: string; store?: string; out?: string };
  benchmark: string;
  context: ActionContext;
  /** Default: those of the context. */
  tools?: ActionContext['tools'];
}

export interface OpenSteps {
  /** A runner with a ledger of its own. */
  runner(): StepRunner;
  /** Ends what the engine has started. */
  close(): Promise<void>;
}

export function openSteps({ options, benchmark, context, tools = context.tools }: OpenStepsOptions): OpenSteps {
  const { signal, progress, warn, say, version } = context;
  const engine = openEngine(options, context);
  const folder = storeFolder(options);
  const store = folderStore(folder, { warn, shared: options.store !== undefined });
  const elsewhere = engine && driveStages({ engine, folder: resolve(folder), store, benchmark, version, signal, say });
  return {
    runner: () => createStepRunner({ store, elsewhere, tools, signal, progress, clock: () => context.now().getTime() }),
    close: async () => engine?.close(),
  };
}

/** The folder of finished steps. */
export function storeFolder({ store, cache, out }: OpenStepsOptions['options']): string {
  return store ?? cache ?? join(out === undefined ? '.' : dirname(out), '.sensebench-cache');
}

function openEngine({ engine, threads, store }: OpenStepsOptions['options'], { command, say }: ActionContext): Engine | undefined {
  if (engine === undefined) return command && processesEngine({ command, threads });
  if (store === undefined) throw new InputError(`--engine ${engine} needs --store`, { expected: 'a folder that every machine sees' });
  demandPlainPath(resolve(store));
  if (!command) throw new InputError('an engine is started by the command line only');
  if (engine === 'slurm') return slurmEngine({ command });
  if (/^spark:\/\/[A-Za-z0-9_.:,[\]-]+$/.test(engine)) return sparkEngine({ master: engine, command, say });
  throw new InputError(`--engine "${engine}"`, { expected: 'slurm or spark://host:7077' });
}
