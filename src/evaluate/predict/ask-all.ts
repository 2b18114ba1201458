/** Asks a runner many things and writes each answer to the run folder as it comes; what is there already is not asked again. */
import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import { type ActionContext, RunnerError, type RunPrediction } from '../../core/index.ts';
import { predictionKey, type RunFolder } from '../../files/index.ts';

export interface Asking extends Pick<RunPrediction, 'id' | 'repeat' | 'order'> {
  ask(signal: AbortSignal): Promise<RunPrediction>;
}

export interface AskAllOptions {
  label: string;
  total: number;
  /** How many may be under way at once. Default: 1. */
  concurrency?: number;
  /** Dollars: nothing more is asked once the folder's answers have cost this much. */
  maxCost?: number;
  /** Leave out what the model fails on, instead of stopping at the first; a rerun asks it again. */
  skipFailures?: boolean;
}

/** So many failures without an answer between them are the model's, not the items'. */
const MOST_FAILURES_IN_A_ROW = 10;

export interface AskAllResult {
  asked: number;
  /** Already in the folder. */
  kept: number;
  /** Not asked, because the budget ended. */
  left: number;
  /** How often the model failed, and the message of the last failure. */
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
  // The first failure stops the rest: their requests are aborted, what is answered stays written.
  const stop = new AbortController();
  const { signal } = stop;
  const onStop = () => stop.abort(context.signal.reason);
  context.signal.addEventListener('abort', onStop);
  if (context.signal.aborted) onStop();
  // Each request under way listens.
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
