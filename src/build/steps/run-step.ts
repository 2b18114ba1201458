/** Runs one step on given shards; what it throws keeps its class and names the step. */
import type { BuildStep, Shard, ShardReaders, StepTools, StreamStep } from '../../core/index.ts';
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

/** The shards of a step over all of them, one by one. */
export async function* streamStep<In, Out, Options>(
  step: StreamStep<In, Out, Options>,
  input: ShardReaders<In>,
  options: Options,
  tools: StepTools,
): AsyncGenerator<Shard<Out>> {
  try {
    for await (const shard of step.run(input, options, tools)) {
      demandShard(shard);
      tools.signal.throwIfAborted();
      yield shard;
    }
  } catch (error) {
    throw tools.signal.aborted ? error : sayStep(error, step.name);
  }
}

/** The options as the step reads them. They are part of a key, so that they must be plain JSON. */
export function readOptions<Options>(step: Pick<BuildStep<never, unknown, Options>, 'name' | 'options'>, given: unknown): Options {
  const parsed = step.options.safeParse(given);
  if (!parsed.success) throw new Error(`step ${step.name}: wrong options: ${parsed.error.message}`);
  demandJson(parsed.data, `step ${step.name}: options`);
  return parsed.data;
}
