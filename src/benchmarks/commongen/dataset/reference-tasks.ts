/** The task file for people who write references (Lin et al. 2020, Figure 7): concepts with part of speech, in random order. */

import { createRandom } from '../../../core/index.ts';
import { type CommonGenRow, conceptsOf } from '../row.ts';
import type { ExtractedConcepts } from '../steps/extract-concepts.ts';
import { referencesTask } from '../tasks/references.ts';

export interface ReferenceTaskRow {
  /** The concept-set: what a decision names as its item. */
  item: string;
  task: string;
  /** `apple(noun), pick(verb)`. */
  shown: string;
  /** At least this many people write for it. */
  workers: number;
}

export function referenceTasks(
  rows: readonly Pick<CommonGenRow, 'concept_set'>[],
  { words, kinds }: Pick<ExtractedConcepts, 'words' | 'kinds'>,
  seed: number,
): ReferenceTaskRow[] {
  const kindsOf = new Map(words.map((word, i) => [word, kinds[i]]));
  return rows.map((row) => {
    const concepts = createRandom(`${seed}/shown/${row.concept_set}`).shuffle(conceptsOf(row));
    const shown = showConcepts(concepts.map((word) => ({ word, noun: 0, verb: 0, ...kindsOf.get(word) })));
    return { item: row.concept_set, task: referencesTask.name, shown, workers: referencesTask.people };
  });
}

/** `apple(noun), pick(verb)`: each concept with the part of speech that it has most often in the captions. */
export function showConcepts(concepts: readonly { word: string; noun: number; verb: number }[]): string {
  return concepts.map(({ word, noun, verb }) => `${word}(${verb > noun ? 'verb' : 'noun'})`).join(', ');
}
