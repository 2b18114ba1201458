/** The starter kit of a phase, as a zip: made once for each state of the phases and the data. */
import { hasBegun, starterKit } from '../../leaderboard/index.ts';
import { StoreRefusal } from '../store/index.ts';
import { type Boards, scoringOf } from './boards.ts';
import { openBoard, phaseOf } from './open-board.ts';
import { baseline, possibleReferences } from './references.ts';

/** Before the start its data is not public: it may hold answers of a phase that still runs. */
export async function boardKit(
  boards: Boards,
  { board, phase: number, owner }: { board: string; phase: number; owner: boolean },
): Promise<{ zip: Uint8Array; name: string }> {
  const open = await openBoard(scoringOf(boards), { board });
  const { phase, index } = phaseOf(open, number);
  if (!owner && !hasBegun(phase, boards.app.now().toISOString()))
    throw new StoreRefusal('missing', `the phase "${phase.name}" begins at ${phase.start}`);
  const { competition, gold, benchmark } = open;
  const items = open.items[index];
  const zip = await boards.computed.get(`kit/${board}/${number}`, `${open.row.version}/${open.scoring.number}`, async () => {
    const possible = await possibleReferences(gold, items);
    const baselines: Record<string, Awaited<ReturnType<typeof baseline>>> = {};
    for (const kind of ['random', 'majority'] as const)
      if (possible.includes(kind)) baselines[kind] = await baseline(kind, { app: boards.app, gold, items });
    return starterKit({ competition, phase, items, benchmark, baselines }).zip;
  });
  return { zip, name: `starter-kit-${number}.zip` };
}
