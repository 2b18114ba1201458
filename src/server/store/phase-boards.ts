/** Computed boards: one for each phase, scoring and kind of view, with the version of what it was computed from. */
import { asText } from './rows.ts';
import { again, type Sql } from './transact.ts';

export interface PhaseBoardPlace {
  board: string;
  /** Numbered from 1. */
  phase: number;
  scoring: number;
  /** To whom it is shown, and whether the phase is over. */
  shown: string;
}

/** null where none was computed from this version. */
export async function readPhaseBoard(
  sql: Sql,
  { board, phase, scoring, shown, version }: PhaseBoardPlace & { version: string },
): Promise<string | null> {
  const rows = await again(
    () => sql`
      select content from phase_boards
      where board = ${board} and phase = ${phase} and scoring = ${scoring} and shown = ${shown} and version = ${version}`,
  );
  return rows.length > 0 ? String(rows[0].content) : null;
}

/** Takes the place of an earlier one. */
export async function writePhaseBoard(
  sql: Sql,
  { board, phase, scoring, shown, version, content }: PhaseBoardPlace & { version: string; content: string },
): Promise<void> {
  await again(
    () => sql`
      insert into phase_boards (board, phase, scoring, shown, version, content)
      values (${board}, ${phase}, ${scoring}, ${shown}, ${version}, ${asText(content)})
      on conflict (board, phase, scoring, shown) do update set version = excluded.version, content = excluded.content`,
  );
}
