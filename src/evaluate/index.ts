/** Evaluation: benchmark × runner × metrics → run folder, and what is read back from it. */
export { type ComparedPair, type ComparedRun, type CompareOptions, compareRuns, type RunComparison } from './compare-runs.ts';
export { drawExamples, drawOrder } from './draw-examples.ts';
export { type EvaluateOptions, type EvaluateResult, evaluate } from './evaluate.ts';
export { humanAnswerOf, withHumanAnswers } from './human-answers.ts';
export { JUDGE, JUDGE_CRITERIA, type JudgeCriterion, type JudgeItem, judgeItems, readVerdict } from './judge.ts';
export { type JudgeAgreement, type PairSummary, type SingleSummary, summarizePairs, summarizeSingle } from './judge-summary.ts';
export { type PredictOptions, type PredictResult, predict } from './predict.ts';
export { type EvaluatedRun, readRun } from './read-run.ts';
export { type RunReportOptions, renderRunReport } from './run-report.ts';
export { type MeasuredRun, measureRun, type RunScores, type ScoreRunOptions, scoreRun } from './score-run.ts';
export { collectItems, selectItems } from './select-items.ts';
