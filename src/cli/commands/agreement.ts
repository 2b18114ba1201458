/** `sensebench agreement <benchmark>`: how far annotators agree (each benchmark brings its own). */
import type { CommandModule } from '../command.ts';

export const forBenchmark: CommandModule['forBenchmark'] = (benchmark) => benchmark.actions?.agreement;
