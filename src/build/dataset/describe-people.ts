/** What people did to the rows of a dataset, in words: card, Croissant and page say the same. */
import type { DatasetPeople } from './dataset-content.ts';

/** Says first of all whether they were people. */
export function describePeople({ task, annotators, decisions, simulated, text }: DatasetPeople): string {
  const who = annotators === null ? '' : ` of ${annotators} ${annotators === 1 ? 'annotator' : 'annotators'}`;
  return `${simulated ? 'Simulated: no person gave these decisions. ' : ''}${task}: ${decisions} decisions${who}. ${text}`.trim();
}
