/** `sensebench build <benchmark>`: builds a dataset folder (each benchmark brings its own). */
import type { CommandModule } from '../command.ts';

export const forBenchmark: CommandModule['forBenchmark'] = (benchmark) => benchmark.actions?.build;
