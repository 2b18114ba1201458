/** Metrics against people's judgements. */
export { agreeWithPeople } from './agree-with-people.ts';
export { agreementTables, orderNotes } from './agreement-tables.ts';
export { checkJudgements } from './judged-output.ts';
export { type JudgedRun, judgementsOfRuns } from './judgements-of-runs.ts';
export { readJudgements } from './read-judgements.ts';
export { scoreOutputs } from './score-outputs.ts';
