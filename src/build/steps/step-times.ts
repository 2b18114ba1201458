/** The lines that a build prints about its steps: the seconds of each, or that its result was known. */
import type { StepLogEntry } from './step-runner.ts';

export function stepTimes(log: readonly StepLogEntry[]): string[] {
  return log.map(({ step, shards, cached, ms }) => `${step}: ${cached === shards ? 'known' : `${(ms / 1000).toFixed(1)} s`}`);
}
