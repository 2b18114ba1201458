/** Scores of run folders, and comparisons of them. */

export { type ComparedPair, type ComparedRun, compareHeadline, compareRuns, type RunComparison } from './compare-runs.ts';

export { measureRun, scoreRun } from './score-run.ts';
