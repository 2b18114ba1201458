/** Scores of a paper that need a model of the user's: said where they are missed, and not set beside those of another model. */
import type { Benchmark, Scores } from '../../core/index.ts';

/** In place of a score. */
export const NEEDS_MODEL = 'needs a model';

type ModelScores = Benchmark['modelScores'];

/** Those that are not measured though their metric is. */
export function missedScores(measured: readonly string[], modelScores: ModelScores = {}): string[] {
  return Object.keys(modelScores).filter((output) => !measured.includes(output) && measured.includes(modelScores[output].beside));
}

/** Those that a system was measured by in another way than the paper's. */
export function otherModels(systems: readonly { scores: Partial<Pick<Scores, 'signatures'>> }[], modelScores: ModelScores = {}): string[] {
  return Object.keys(modelScores).filter((output) =>
    systems.some(({ scores }) => {
      const signature = scores.signatures?.[output];
      return signature !== undefined && !signature.startsWith(modelScores[output].signature);
    }),
  );
}
