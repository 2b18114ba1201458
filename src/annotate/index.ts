/** People's decisions: reading them, comparing systems, people as a system, a model as judge. */
export { type Background, groupPeople, type PeopleGroup, readBackground } from './background.ts';
export { type CompareFigures, type CompareValue, compareFigures } from './compare-figures.ts';
export { type CompareTask, compareTask } from './compare-systems.ts';
export { type CriteriaTask, type CriteriaValue, type CriterionFigures, criteriaFigures, criteriaTask } from './criteria.ts';
export { isTable, readRawRows, recordToDecision, toDecision } from './decision-row.ts';
export { humanAnswerOf, withCopiedReference, withHumanAnswers } from './human-answers.ts';
export { combineOrders, PAIR_LABELS, type PairVerdict, readVerdict, type ShownVerdict } from './judge-verdict.ts';
export { type Judgement, judgementSchema } from './judgement.ts';
export { type Decisions, type ReadDecisionsOptions, readDecisions } from './read-decisions.ts';
export { tasksOf } from './tasks-of.ts';
