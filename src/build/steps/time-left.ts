/** How long a build still takes: expected costs of its steps, scaled by the time that computed work took so far. */

/** Costs of steps of one build relative to each other, in any unit. */
export type ExpectedCosts = Readonly<Record<string, number>>;

export interface TimeLeft {
  /** Said anew when more is known, for instance how many rows are left; steps that have ended are ignored. */
  expect(costs: ExpectedCosts): void;
  /** Begins a step of which this share is there already. */
  begin(step: string, cached: number): StepTime;
}

export interface StepTime {
  /** Seconds until the build ends, when this share of the step is done; null where nothing is expected or nothing was computed yet. */
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
          // A step that nothing was expected of says nothing about the speed of the others.
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
