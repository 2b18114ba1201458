/** Says which of a person's items are known ones: one in every 1/rate, at a place that the person cannot guess. */
import { createHash } from 'node:crypto';

export interface GoldTurn {
  person: string;
  /** How many items the person was given before. */
  given: number;
  rate: number;
}

/** The j-th known item comes at (j + u) / rate, where u in [0, 1) follows from the person and j. */
export function isGoldTurn({ person, given, rate }: GoldTurn): boolean {
  if (rate <= 0) return false;
  const around = Math.floor(given * rate);
  return [around - 1, around, around + 1].some((j) => j >= 0 && Math.floor((j + fractionOf(`${person}:${j}`)) / rate) === given);
}

function fractionOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}
