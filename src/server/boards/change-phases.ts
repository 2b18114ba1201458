/** Changes the phases of a competition: what was scored stays scorable, and other metrics score everything again. */
import { type Competition, labelsHash, type PhaseItems } from '../../leaderboard/index.ts';
import { changePhases as keepPhases, listSubmissions, StoreRefusal, type SubmissionRow, transact } from '../store/index.ts';
import { type Boards, scoringOf } from './boards.ts';
import { checkPhases } from './create-board.ts';
import { openBoard } from './open-board.ts';
import { beginRescore } from './rescore.ts';

export interface PhasesEdit {
  board: string;
  /** phases.yaml as a text. */
  phases: string;
  /** Of the phases that were edited. */
  version: number;
  person?: string;
}

export async function changePhases(boards: Boards, { board, phases, version, person }: PhasesEdit): Promise<void> {
  const open = await openBoard(scoringOf(boards), { board });
  const next = await checkPhases(phases, { gold: open.gold, app: boards.app });
  const sent = await listSubmissions(boards.sql, { board: open.row.id });
  checkKept({ competition: open.competition, items: open.items }, next, sent);
  const rescored = next.competition.phases.some((phase) => {
    const old = open.competition.phases.find(({ name }) => name === phase.name);
    return old && JSON.stringify([old.metrics, old.rank]) !== JSON.stringify([phase.metrics, phase.rank]);
  });
  await transact(boards.sql, async (tx) => {
    const changed = await keepPhases(tx, { board: open.row.id, version, competition: next.competition, yaml: phases, person });
    if (rescored)
      await beginRescore(tx, {
        board: open.row.id,
        version: changed.version,
        reason: 'the metrics of a phase were changed',
        scorer: boards.app.version,
      });
  });
}

interface Defined {
  competition: Competition;
  items: readonly PhaseItems[];
}

/** A phase with submissions keeps its name, its items and its parts. */
function checkKept(old: Defined, next: Defined, sent: readonly SubmissionRow[]): void {
  for (const [i, { name }] of old.competition.phases.entries()) {
    const count = sent.filter(({ phase, kind }) => phase === name && kind === 'submission').length;
    const place = next.competition.phases.findIndex((phase) => phase.name === name);
    const made = sent.some(({ phase }) => phase === name);
    if (place < 0) {
      if (made) throw new StoreRefusal('conflict', `the phase "${name}" has rows already, so it cannot be removed or renamed`);
      continue;
    }
    if (count > 0 && partsOf(old.items[i]) !== partsOf(next.items[place]))
      throw new StoreRefusal('conflict', `the phase "${name}" has ${count} submissions, so what it scores cannot be changed`);
  }
}

function partsOf(items: PhaseItems): string {
  const { parts } = items;
  return JSON.stringify([labelsHash(items), [...parts.public].sort(), [...parts.private].sort()]);
}
