/** Asks a judge every question and writes each answer to the folder as it comes; what was answered before is not asked again. */
import type { ActionContext, Runner } from '../../core/index.ts';
import type { RunFolder } from '../../files/index.ts';
import { type Asking, askAll } from '../predict/ask-all.ts';
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
  { runner, questions, seed, maxCost }: AskJudgeOptions,
  context: Pick<ActionContext, 'progress' | 'signal'>,
): Promise<number> {
  const asks = questions.map(({ id, item, prompt }): Asking => {
    const key = { id, repeat: 0, order: 0 };
    return {
      ...key,
      async ask(signal) {
        const asked = { id: item, input: '', references: [], meta: {} };
        const started = performance.now();
        const { text, ms = performance.now() - started, usage } = await runner.predict({ item: asked, prompt, examples: [], seed, signal });
        return { ...key, prediction: text, raw: text, examples: [], ms: Math.round(ms), ...(usage ? { usage } : {}) };
      },
    };
  });
  const { left } = await askAll(folder, asks, { label: 'judging', total: asks.length, concurrency: runner.concurrency, maxCost }, context);
  return left;
}
