/** The prompt template that a run asks with, and how many examples it gets. */
import { type Benchmark, InputError, type Item, type PromptTemplate, unknownName } from '../../core/index.ts';

export interface ChosenPrompt {
  name: string;
  template: PromptTemplate;
}

/** Default: the benchmark's first. */
export function choosePrompt(benchmark: Benchmark, wanted?: string): ChosenPrompt {
  const name = wanted ?? Object.keys(benchmark.prompts)[0];
  const template = benchmark.prompts[name];
  if (!template) throw unknownName(`prompt of ${benchmark.name}`, name, Object.keys(benchmark.prompts));
  return { name, template };
}

/** Default: as many as the template is drawn with, where there are training items. */
export function settleShots(template: PromptTemplate, { shots, pool }: { shots?: number; pool: readonly Item[] }): number {
  const settled = shots ?? (pool.length > 0 ? template.shots : 0);
  if (settled > 0 && pool.length === 0) throw new InputError('few-shot examples are drawn from training items; give them with --train');
  return settled;
}
