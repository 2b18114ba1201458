/** Which submission stands for each row: the one that was chosen, else the last that was scored and not withdrawn. */
import type { Submission } from './competition.ts';

type Sent = Pick<Submission, 'id' | 'account' | 'phaseNumber' | 'row' | 'at' | 'state' | 'withdrawn' | 'final'>;

/** In whatever order they come. */
export function onTheBoard(submissions: readonly Sent[]): Set<string> {
  const rows = new Map<string, Sent>();
  for (const own of submissions) {
    if (own.state !== 'done' || own.withdrawn) continue;
    const key = JSON.stringify([own.account, own.phaseNumber, own.row]);
    const other = rows.get(key);
    if (!other || Number(own.final) > Number(other.final) || (own.final === other.final && own.at > other.at)) rows.set(key, own);
  }
  return new Set(Array.from(rows.values(), ({ id }) => id));
}
