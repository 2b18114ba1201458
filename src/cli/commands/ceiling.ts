/** `sensebench ceiling <benchmark>`: the human score (each benchmark brings its own). */
import type { CommandModule } from '../command.ts';

export const forBenchmark: CommandModule['forBenchmark'] = (benchmark) => benchmark.actions?.ceiling;
