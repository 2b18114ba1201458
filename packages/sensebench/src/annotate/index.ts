/** Annotation: reading decisions, comparing systems, humans as a system, models as judges. */
export {
  type AgreementOptions,
  agreementOf,
  byNumberOfDecisions,
  type FieldAgreement,
  labelTable,
  majorityOf,
  overlappingPair,
  type TaskAgreement,
} from './agreement/agreement-of.ts';
export { type AlternativeAnnotator, alternativeAnnotatorTest } from './agreement/alternative-annotator.ts';
export { type Background, groupPeople, type PeopleGroup, readBackground } from './background.ts';
export { type CompareFigures, compareFigures } from './compare-figures.ts';
export { type PositionFigures, positionFigures } from './compare-order.ts';
export type { CompareValue } from './compare-places.ts';
export { type CompareTask, compareTask } from './compare-systems.ts';
export { type CriteriaTask, type CriteriaValue, type CriterionFigures, criteriaFigures, criteriaTask } from './criteria.ts';
export { type AppliedRows, applyRows, outcomeOf, type SettledDecisions, settle } from './current-decisions.ts';
export { competenceOf, type DawidSkene, dawidSkene, type FieldCompetence, type GivenLabel } from './dawid-skene.ts';
export { isTable, readRawRows, recordToDecision, toDecision } from './decision-row.ts';
export { type Dispute, disputes } from './disputes.ts';
export { answerOf, type Form, type FormField, formOf } from './form/form-of.ts';
export { labelsOf } from './form/value-node.ts';
export { humanAnswerOf, withCopiedReference, withHumanAnswers } from './human-answers.ts';
export {
  combineOrders,
  type Judgement,
  judgementSchema,
  PAIR_LABELS,
  type PairVerdict,
  readVerdict,
  type ShownVerdict,
} from './judge-verdict.ts';
export { type CheckedAnswer, checkAnswer, present } from './present/present.ts';
export { type BlindOutputs, balancedOrders, orderAt } from './present/present-comparison.ts';
export { type Decisions, type ReadDecisionsOptions, readDecisions } from './read-decisions.ts';
export { type AnnotatorProfile, isSimulated, type SimulatedAnswer, simulate, simulatedName } from './simulate.ts';
export { tasksOf } from './tasks-of.ts';
