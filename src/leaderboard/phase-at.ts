/** The phase at a time: a phase runs from its start up to, and without, its end. */
import type { Competition, Phase } from './phases.ts';

export interface PhaseAt {
  /** The phase that runs. */
  running?: Phase;
  /** Phases that are over, the last one first. */
  over: readonly Phase[];
  /** The next one to come. */
  next?: Phase;
}

export function phaseAt({ phases }: Competition, at: string): PhaseAt {
  return {
    running: phases.find((phase) => hasBegun(phase, at) && !hasEnded(phase, at)),
    over: phases.filter((phase) => hasEnded(phase, at)).reverse(),
    next: phases.find((phase) => !hasBegun(phase, at)),
  };
}

export function hasBegun({ start }: Pick<Phase, 'start'>, at: string): boolean {
  return Date.parse(at) >= Date.parse(start);
}

/** A submission at the end itself is too late. */
export function hasEnded({ end }: Pick<Phase, 'end'>, at: string): boolean {
  return end !== undefined && Date.parse(at) >= Date.parse(end);
}
