/** The studio's logic: what can be annotated, who is shown what, and what follows from the answers. */
export { createCatalog } from './catalog.ts';
export { createComputed } from './computed.ts';
export { createStudy } from './create-study.ts';
export { describeStudy, describeStudyById } from './describe-study.ts';
export { earlierAnswers, giveWork } from './give-work.ts';
export { toTaskItem } from './item-content.ts';
export { openStudy } from './open-study.ts';
export { STUDY_PAGES } from './page-tasks.ts';
export { adviseOn, saveGiven } from './save-given.ts';
export { openSecret } from './secret.ts';
export { shownTable } from './shown-table.ts';
export type { Studio } from './studio.ts';
export { exportLines } from './study-decisions.ts';
export { listStudyItems } from './study-items.ts';
export { adjudicateItem } from './undecided.ts';
export { workState } from './work-state.ts';
