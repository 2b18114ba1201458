/** Scores of run folders, and comparisons of them. */
export { compareHeadline } from './compare-headline.ts';
export {
  type ComparedPair,
  type ComparedRun,
  compareRuns,
  type RunComparison,
} from './compare-runs.ts';
export { type EvaluatedRun, readRun } from './read-run.ts';
export { measureRun, scoreRun } from './score-run.ts';
