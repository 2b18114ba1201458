/** The statistics of a dataset folder as its builder wrote them, for what its rows do not tell. */
import { z } from 'zod';
import { InputError } from '../../core/index.ts';

/** `parts` must be there; a folder that was not built has others. */
export function readStats<Stats extends object>(stats: unknown, parts: readonly (keyof Stats & string)[]): Stats {
  const found = z
    .custom<Stats>((value) => typeof value === 'object' && value !== null && parts.every((part) => part in value))
    .safeParse(stats);
  if (!found.success) throw new InputError('stats.json is not that of a built dataset', { expected: parts.join(', ') });
  return found.data;
}
