/** What people decide: reading decisions, people as a system. */
export { decisionSchema } from './decision-row.ts';
export { humanAnswerOf, withHumanAnswers } from './human-answers.ts';
