/** The pages of tasks: the first that fits is used, the plain form where none does. */
import { answerPage } from './answer.tsx';
import { comparePage } from './compare.tsx';
import { criteriaPage } from './criteria.tsx';
import { filterPage } from './filter.tsx';
import { plainForm } from './plain-form.tsx';
import { ratePage } from './rate.tsx';
import { rationalesPage } from './rationales.tsx';
import { referencesPage } from './references.tsx';
import { reviewPage } from './review.tsx';
import type { TaskGiven, TaskPage } from './task-page.tsx';
import { writePairPage } from './write-pair.tsx';

const PAGES: readonly TaskPage[] = [
  filterPage,
  writePairPage,
  referencesPage,
  rationalesPage,
  ratePage,
  reviewPage,
  comparePage,
  criteriaPage,
  answerPage,
];

export function pageOf(given: TaskGiven): TaskPage {
  return PAGES.find((page) => page.fits(given)) ?? plainForm;
}

/** An item in one line, for lists. */
export function titleOf(given: TaskGiven): string {
  return pageOf(given).title(given) ?? '';
}
