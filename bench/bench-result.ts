/** Rows of docs/benchmarks.md. `npm run bench` names a file in SENSEBENCH_BENCH_RESULTS, to which every bench adds its rows. */
import { appendFileSync } from 'node:fs';
import { z } from 'zod';

const measuredSchema = z.object({
  /** Of the clock, the median of all rounds. */
  seconds: z.number().positive(),
  /** Processor time of all its processes and threads, the median of all rounds. */
  processorSeconds: z.number().nonnegative().nullable(),
});

export const benchResultSchema = z.object({
  /** Which of the benches. */
  bench: z.string(),
  what: z.string(),
  rounds: z.number().int().positive(),
  ours: measuredSchema,
  /** null: it was not here to be measured. */
  peer: z.object({ name: z.string(), measured: measuredSchema.nullable() }),
  /** How many times as fast as the peer we want to be, or the most seconds that we allow ourselves. */
  goal: z.union([z.object({ times: z.number() }), z.object({ seconds: z.number() })]),
  /** What else was compared, like the largest difference of the results. */
  note: z.string().optional(),
});

export type BenchResult = z.infer<typeof benchResultSchema>;
export type Measured = z.infer<typeof measuredSchema>;

export function keepResult(result: BenchResult): void {
  const file = process.env.SENSEBENCH_BENCH_RESULTS;
  if (file) appendFileSync(file, `${JSON.stringify(benchResultSchema.parse(result))}\n`);
}
