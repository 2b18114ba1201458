/** The ordered list of steps that make the schema. A released step is never edited; a change is a new step at the end. */
import { BOARDS_SQL, BOARDS_TABLES } from './schema/boards.ts';
import { PHASE_BOARDS_SQL, PHASE_BOARDS_TABLES } from './schema/phase-boards.ts';
import { STUDIO_SQL, STUDIO_TABLES } from './schema/studio.ts';
import { SUBMISSIONS_SQL } from './schema/submissions.ts';
import { TOKENS_SQL } from './schema/tokens.ts';

export interface Migration {
  name: string;
  sql: string;
  /** Tables that the step makes, in the order of their references. Backups hold every table of the list. */
  tables: readonly string[];
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-studio', sql: STUDIO_SQL, tables: STUDIO_TABLES },
  { name: '0002-boards', sql: BOARDS_SQL, tables: BOARDS_TABLES },
  { name: '0003-submissions', sql: SUBMISSIONS_SQL, tables: [] },
  { name: '0004-tokens', sql: TOKENS_SQL, tables: [] },
  { name: '0005-phase-boards', sql: PHASE_BOARDS_SQL, tables: PHASE_BOARDS_TABLES },
];
