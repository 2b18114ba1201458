/** Agreement of metrics with people's judgements. */
export { agreeWithPeople } from './agree-with-people.ts';
export { agreementTables, orderNotes } from './agreement-tables.ts';
export { checkJudgements, scoreOutputs } from './judged-output.ts';
export { type JudgedRun, judgementsOfRuns, readJudgements } from './read-judgements.ts';
