/** `sensebench stats <benchmark>`: the papers' tables for any file (each benchmark brings its own). */
import type { CommandModule } from '../command.ts';

export const forBenchmark: CommandModule['forBenchmark'] = (benchmark) => benchmark.actions?.stats;
