/** What a build says at its end of each step: its seconds, or that its result was known. */
import type { StepLogEntry } from './step-runner.ts';

export function stepTimes(log: readonly StepLogEntry[]): string[] {
  return log.map(({ step, shards, cached, ms }) => `${step}: ${cached === shards ? 'known' : `${(ms / 1000).toFixed(1)} s`}`);
}
