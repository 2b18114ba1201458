/** Asks a judge every question and writes each answer to the folder as it comes; what was answered before is not asked again. */
import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import type { ActionContext, Runner } from '../../core/index.ts';
import { predictionKey, type RunFolder } from '../../files/index.ts';
import type { Question } from './questions.ts';

export interface AskJudgeOptions {
  runner: Runner;
  questions: readonly Question[];
  seed: number;
  /** Dollars: nothing more is asked once the folder's answers have cost this much. */
  maxCost?: number;
}

/** How many questions were not asked because the budget ended. */
export async function askJudge(
  folder: RunFolder,
  { runner, questions, seed, maxCost = Number.POSITIVE_INFINITY }: AskJudgeOptions,
  context: Pick<ActionContext, 'progress' | 'signal'>,
): Promise<number> {
  const progress = context.progress('judging', questions.length);
  const limit = pLimit(runner.concurrency ?? 1);
  // The first failure stops the rest; what is answered stays written.
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, context.signal]);
  setMaxListeners(0, signal);
  let left = 0;
  let done = 0;
  const ask = async ({ id, item, prompt }: Question) => {
    const key = { id, repeat: 0, order: 0 };
    if (signal.aborted) return;
    if (!folder.done.has(predictionKey(key))) {
      if (folder.cost >= maxCost) {
        left++;
        return;
      }
      const asked = { id: item, input: '', references: [], meta: {} };
      const started = performance.now();
      const { text, ms = performance.now() - started, usage } = await runner.predict({ item: asked, prompt, examples: [], seed, signal });
      folder.append({ ...key, prediction: text, raw: text, examples: [], ms: Math.round(ms), ...(usage ? { usage } : {}) });
    }
    progress.update(++done);
  };
  try {
    await Promise.all(
      questions.map((question) =>
        limit(() => ask(question)).catch((error: unknown) => {
          stop.abort(error);
          throw error;
        }),
      ),
    );
  } finally {
    progress.stop();
  }
  context.signal.throwIfAborted();
  return left;
}
