/** Evaluation: benchmark × runner × metrics → run folder, and what is read back from it. */
export { drawExamples, drawOrder } from './draw-examples.ts';
export { type EvaluateOptions, type EvaluateResult, evaluate } from './evaluate.ts';
export { type PredictOptions, predict } from './predict.ts';
export { type RunScores, scoreRun } from './score-run.ts';
export { collectItems, selectItems } from './select-items.ts';
