/** People's decisions: reading them, comparing systems, people as a system, a model as judge. */
export { type AgreementOptions, agreementOf, type FieldAgreement, type TaskAgreement } from './agreement/agreement-of.ts';
export { byNumberOfDecisions, overlappingPair } from './agreement/overlapping-pair.ts';
export { type Background, groupPeople, type PeopleGroup, readBackground } from './background.ts';
export { type CompareFigures, compareFigures } from './compare-figures.ts';
export { type PositionFigures, positionFigures } from './compare-order.ts';
export type { CompareValue } from './compare-places.ts';
export { type CompareTask, compareTask } from './compare-systems.ts';
export { competenceOf, type FieldCompetence } from './competence/competence-of.ts';
export { type DawidSkene, dawidSkene, type GivenLabel } from './competence/dawid-skene.ts';
export { type CriteriaTask, type CriteriaValue, type CriterionFigures, criteriaFigures, criteriaTask } from './criteria.ts';
export { completionCode, isCompletionCode } from './crowd/completion-code.ts';
export { pseudonym } from './crowd/pseudonym.ts';
export { type CrowdOptions, isCrowdHeader, readCrowdAnswers } from './crowd/read-crowd.ts';
export { isTable, readRawRows, recordToDecision, toDecision } from './decision-row.ts';
export { answerOf, type Form, type FormField, formOf } from './form/form-of.ts';
export { labelsOf } from './form/labels-of.ts';
export { humanAnswerOf, withCopiedReference, withHumanAnswers } from './human-answers.ts';
export { combineOrders, PAIR_LABELS, type PairVerdict, readVerdict, type ShownVerdict } from './judge-verdict.ts';
export { type Judgement, judgementSchema } from './judgement.ts';
export { listItems } from './list-items.ts';
export { type Dispute, disputes } from './outcome/adjudicate.ts';
export { type AppliedRows, applyRows } from './outcome/apply-rows.ts';
export { outcomeOf } from './outcome/outcome-of.ts';
export { type SettledDecisions, settle } from './outcome/settle.ts';
export { balancedOrders, orderAt } from './present/latin-square.ts';
export { type CheckedAnswer, checkAnswer, present } from './present/present.ts';
export type { BlindOutputs } from './present/present-comparison.ts';
export { type AnnotatorSignals, annotatorSignals, type SignalOptions } from './quality/annotator-signals.ts';
export { copiedShare } from './quality/copied-text.ts';
export {
  agreementPrior,
  forecastPay,
  forecastSettling,
  type PayForecast,
  type SettlingForecast,
  type VotesOfItem,
} from './queue/forecast.ts';
export { byOwnOrder, isGoldTurn, nextItem, type QueuedItem, type QueueOrder, type QueueState, type TakenSlot } from './queue/next-item.ts';
export { type QualificationRule, type QualificationState, qualificationItems, qualify, shareRight } from './queue/qualification.ts';
export { type Decisions, type ReadDecisionsOptions, readDecisions } from './read-decisions.ts';
export { type AnnotatorProfile, isSimulated, type SimulatedAnswer, simulate, simulatedName } from './simulate/simulate.ts';
export { tasksOf } from './tasks-of.ts';
