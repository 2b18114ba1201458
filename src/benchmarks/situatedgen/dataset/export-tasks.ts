/** Export of examples to annotation: what a person sees of each, and who sees which (SituatedGen, appendix B.1, sections 5.1 and 7). */
import { createRandom } from '../../../core/index.ts';
import type { SituatedGenExample } from '../row.ts';
import { AUDIT_TASK, FILTER_TASK, WRITE_TASK } from '../tasks/tasks.ts';

export interface TaskRow {
  item: string;
  task: string;
  keywords: string[];
  /** Absent where people write them. */
  sentences?: [string, string];
  /** The pair as one sentence, joined by "while". */
  joined?: string;
  /** Seen by both annotators. */
  overlap?: boolean;
}

/** All examples; a random `overlap` of them, which both annotators judge, comes first. */
export function filterRows(
  examples: readonly SituatedGenExample[],
  { seed, overlap = 100 }: { seed: number; overlap?: number },
): TaskRow[] {
  const shuffled = createRandom(`${seed}/filter`).shuffle(examples);
  return shuffled.map((example, i) => ({ ...shown(example, FILTER_TASK), overlap: i < overlap }));
}

/** A random 100 of any split. */
export function auditRows(examples: readonly SituatedGenExample[], { seed, count = 100 }: { seed: number; count?: number }): TaskRow[] {
  return createRandom(`${seed}/audit`)
    .sample(examples, count)
    .map((example) => shown(example, AUDIT_TASK));
}

/** A random 100 whose sentences people write themselves. */
export function writeRows(examples: readonly SituatedGenExample[], { seed, count = 100 }: { seed: number; count?: number }): TaskRow[] {
  return createRandom(`${seed}/write`)
    .sample(examples, count)
    .map(({ ids, keywords }) => ({ item: ids.join('|'), task: WRITE_TASK, keywords }));
}

function shown({ ids, keywords, statements }: SituatedGenExample, task: string): TaskRow {
  return { item: ids.join('|'), task, keywords, sentences: statements, joined: joinByWhile(statements) };
}

/** "July is summer in China." and "The sun sets." → "July is summer in China, while the sun sets." */
export function joinByWhile([first, second]: readonly [string, string]): string {
  const head = first.replace(/[.!?]+$/, '');
  const tail = /^(The|A|An|In|On|It|There|You|One|People|During|At|If|Many|Most|Some)\b/.test(second)
    ? second.charAt(0).toLowerCase() + second.slice(1)
    : second;
  return `${head}, while ${tail}`;
}
