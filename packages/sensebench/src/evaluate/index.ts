/** Evaluation: benchmark × runner × metrics → run folder, and comparisons of run folders. */

export { type EvaluatedRun, type RunScores, readRun } from '../files/index.ts';
export { type RunReportOptions, renderRunReport } from '../report/runs/index.ts';
export { type DryRun, type DryRunOptions, describeDryRun, dryRun } from './dry-run.ts';
export { type EvaluateOptions, type EvaluateResult, evaluate } from './evaluate.ts';
export { askJudge, type Judging, judgeOne, judgeTwo } from './judge/judging.ts';
export { drawExamples, findLeaks } from './predict/choose-prompt.ts';
export { type PredictOptions, type PredictResult, predict } from './predict/predict.ts';
export { collectItems, selectItems } from './predict/select-items.ts';
export { type ComparedPair, type ComparedRun, type CompareOptions, compareRuns, type RunComparison } from './scores/compare-runs.ts';
export { type MeasuredRun, measureRun, type ScoreRunOptions, scoreRun } from './scores/score-run.ts';
