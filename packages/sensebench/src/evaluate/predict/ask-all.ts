/** Sends questions to a runner and writes each answer to the run folder as it arrives. Answers in the folder are not asked again. */
import { setMaxListeners } from 'node:events';
import { type ActionContext, RunnerError, type RunPrediction } from '@sensebench/metrics/internal/core';
import pLimit from 'p-limit';
import { predictionKey, type RunFolder } from '../../files/index.ts';

export interface Asking extends Pick<RunPrediction, 'id' | 'repeat' | 'order'> {
  ask(signal: AbortSignal): Promise<RunPrediction>;
}

export interface AskAllOptions {
  label: string;
  total: number;
  /** The number of concurrent requests. Default: 1. */
  concurrency?: number;
  /** The budget in dollars. No further requests are sent once the folder's answers have cost this much. */
  maxCost?: number;
  /** Leave out items on which the model fails instead of stopping at the first failure. A rerun asks them again. */
  skipFailures?: boolean;
}

/** So many consecutive failures are caused by the model, not by the items. */
const MOST_FAILURES_IN_A_ROW = 10;

export interface AskAllResult {
  asked: number;
  /** Answers that were already in the folder. */
  kept: number;
  /** Questions that were not asked because the budget was spent. */
  left: number;
  /** The number of failures, and the message of the last one. */
  failed: number;
  failure?: string;
  /** Cost of all answers in the folder, in dollars. */
  cost: number;
}

export async function askAll(
  run: RunFolder,
  asks: Iterable<Asking>,
  { label, total, concurrency = 1, maxCost = Number.POSITIVE_INFINITY, skipFailures = false }: AskAllOptions,
  context: Pick<ActionContext, 'progress' | 'signal'>,
): Promise<AskAllResult> {
  const progress = context.progress(label, total);
  const limit = pLimit(concurrency);
  // The first failure aborts the other requests. Written answers are kept.
  const stop = new AbortController();
  const { signal } = stop;
  const onStop = () => stop.abort(context.signal.reason);
  context.signal.addEventListener('abort', onStop);
  if (context.signal.aborted) onStop();
  // Every running request listens to it.
  setMaxListeners(0, signal);
  const result: AskAllResult = { asked: 0, kept: 0, left: 0, failed: 0, cost: 0 };
  let failure: unknown;
  let inARow = 0;
  const pending = new Set<Promise<void>>();
  /** Called when an answer arrives. `Promise.race` over all pending answers would add a listener to each of them for every item. */
  let answerCame = () => {};
  for (const asking of asks) {
    if (signal.aborted) break;
    if (run.done.has(predictionKey(asking))) {
      result.kept++;
      continue;
    }
    const answered = limit(async () => {
      if (signal.aborted) return;
      if (run.cost >= maxCost) {
        result.left++;
        return;
      }
      run.append(await asking.ask(signal));
      result.asked++;
      inARow = 0;
      progress.update(result.kept + result.asked);
    }).catch((error: unknown) => {
      if (skipFailures && error instanceof RunnerError && ++inARow < MOST_FAILURES_IN_A_ROW) {
        result.failed++;
        result.failure = error.message;
        return;
      }
      failure ??= error;
      stop.abort(error);
    });
    pending.add(answered);
    void answered.then(() => {
      pending.delete(answered);
      answerCame();
    });
    // A bounded window keeps memory flat over any number of items.
    while (pending.size >= 2 * concurrency)
      await new Promise<void>((resolve) => {
        answerCame = resolve;
      });
  }
  await Promise.all(pending);
  progress.stop();
  context.signal.removeEventListener('abort', onStop);
  context.signal.throwIfAborted();
  if (failure !== undefined) throw failure;
  return { ...result, cost: run.cost };
}
