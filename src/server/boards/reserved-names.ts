/** Names on a board that no competitor may take: reference rows, those of the owner too, and the systems that papers published. */
import { cleanName, demandOwnName } from '../../leaderboard/index.ts';
import { listAccounts, listReferenceRows, readBoard } from '../store/index.ts';
import { type Boards, scoringOf } from './boards.ts';
import { REFERENCE_NAMES } from './references.ts';

async function reservedNames(boards: Boards, board: string): Promise<Set<string>> {
  const { benchmark } = await readBoard(boards.sql, { board });
  const { published } = await scoringOf(boards).benchmark(benchmark);
  return new Set([
    ...Object.values(REFERENCE_NAMES).map(({ name }) => name),
    ...(await listReferenceRows(boards.sql, { board })),
    ...published.map(({ system }) => system),
  ]);
}

/** The name of a competitor's row or account as it is kept; an InputError where it cannot be. */
export async function readOwnName(boards: Boards, { board, name, field }: { board: string; name: string; field: string }): Promise<string> {
  const own = cleanName(name, { field });
  demandOwnName(own, { reserved: await reservedNames(boards, board), field });
  return own;
}

/** A name that an account gives itself must not read like that of another account either. */
export async function readAccountName(
  boards: Boards,
  { board, name, account }: { board: string; name: string; account: string | null },
): Promise<string> {
  const own = await readOwnName(boards, { board, name, field: 'name' });
  const others = (await listAccounts(boards.sql, { board }))
    .map((other) => other.account)
    .filter((other) => other !== account && other !== own);
  demandOwnName(own, { reserved: others, field: 'name' });
  return own;
}
