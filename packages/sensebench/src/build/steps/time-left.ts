/** The remaining time of a build, from expected costs of its steps and the time of those that were computed; and the times of all steps. */

/** The costs of a build's steps relative to each other, in any unit. */
export type ExpectedCosts = Readonly<Record<string, number>>;

export interface TimeLeft {
  /** Can be called again when more is known, for example how many rows are left. Costs of finished steps are ignored. */
  expect(costs: ExpectedCosts): void;
  /** Begins a step, this share of which is cached. */
  begin(step: string, cached: number): StepTime;
}

export interface StepTime {
  /** Seconds until the build ends once this share of the step is done; null without expected costs, or before anything was computed. */
  left(share: number): number | null;
  end(): void;
}

export function createTimeLeft(clock: () => number): TimeLeft {
  let ahead: Record<string, number> = {};
  const ended = new Set<string>();
  let [spentMs, spentCost] = [0, 0];
  return {
    expect(costs) {
      ahead = Object.fromEntries(Object.entries(costs).filter(([step]) => !ended.has(step)));
    },
    begin(step, cached) {
      const start = clock();
      const costOf = () => ahead[step] ?? 0;
      return {
        left(share) {
          const cost = spentCost + costOf() * Math.max(0, share - cached);
          if (cost <= 0) return null;
          const pending = Object.values(ahead).reduce((sum, each) => sum + each, 0) - costOf() * share;
          return (pending * (spentMs + clock() - start)) / cost / 1000;
        },
        end() {
          // A step without an expected cost does not show how fast the others are.
          if (costOf() > 0 && cached < 1) {
            spentMs += clock() - start;
            spentCost += costOf() * (1 - cached);
          }
          ended.add(step);
          delete ahead[step];
        },
      };
    },
  };
}

export interface StepLogEntry {
  step: string;
  shards: number;
  cached: number;
  ms: number;
}

/** The lines that a build prints about its steps: the seconds of each, or `known` where all results were cached. */
export function stepTimes(log: readonly StepLogEntry[]): string[] {
  return log.map(({ step, shards, cached, ms }) => `${step}: ${cached === shards ? 'known' : `${(ms / 1000).toFixed(1)} s`}`);
}
