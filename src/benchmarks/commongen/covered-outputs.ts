/** Selects the outputs that people compare (Lin et al. 2020, section 5.2): those with all concepts of their set. */
import type { TaskSource, Tools } from '../../core/index.ts';
import type { CommonGenItem } from './item.ts';
import { missingConcepts } from './missing-concepts.ts';

type Run = NonNullable<TaskSource['runs']>[number];

/** The runs without the outputs that lack a concept. */
export async function coveredOutputs(
  items: readonly CommonGenItem[],
  runs: readonly Run[],
  { analyse, wordnet }: Pick<Tools, 'analyse' | 'wordnet'>,
): Promise<Run[]> {
  const covered: Run[] = [];
  for (const { name, outputs } of runs) {
    const answered = items.flatMap(({ id, input }) => {
      const text = outputs.get(id);
      return text === undefined ? [] : [{ id, concepts: input.concepts, text }];
    });
    const analyses = await analyse(
      answered.map(({ text }) => text),
      { entities: false },
    );
    const whole = answered.filter(({ concepts }, i) => missingConcepts(concepts, analyses[i].tokens, wordnet).length === 0);
    covered.push({ name, outputs: new Map(whole.map(({ id, text }) => [id, text])) });
  }
  return covered;
}
