/** Runs one step on given shards; what it throws keeps its class and names the step. */
import type { BuildStep, Shard, StepTools } from '../../core/index.ts';
import { demandJson, demandShard, sayStep } from './check-step.ts';

export async function runStep<In, Out, Options>(
  step: BuildStep<In, Out, Options>,
  shards: readonly Shard<In>[],
  options: Options,
  tools: StepTools,
): Promise<Shard<Out>> {
  try {
    const shard = await step.run(shards, options, tools);
    demandShard(shard);
    return shard;
  } catch (error) {
    throw tools.signal.aborted ? error : sayStep(error, step.name);
  }
}

/** The options as the step reads them. They are part of a key, so that they must be plain JSON. */
export function readOptions<In, Out, Options>(step: BuildStep<In, Out, Options>, given: unknown): Options {
  const parsed = step.options.safeParse(given);
  if (!parsed.success) throw new Error(`step ${step.name}: wrong options: ${parsed.error.message}`);
  demandJson(parsed.data, `step ${step.name}: options`);
  return parsed.data;
}
