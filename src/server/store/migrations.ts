/** The ordered list of steps that make the schema. A released step is never edited; a change is a new step at the end. */
import { BOARDS_SQL, BOARDS_TABLES } from './schema/boards.ts';
import { STUDIO_SQL, STUDIO_TABLES } from './schema/studio.ts';

/**
 * submissions.id is made by the server and is public. submissions.key is what the sender made so that sending twice is one submission, and
 * submissions.request a hash of what was sent under it. Earlier versions had one id for both and kept no hash.
 */
const SUBMISSIONS_SQL = `
alter table submissions add column key uuid;
alter table submissions add column request text;
update submissions set key = id where kind = 'submission' and job is not null;
create unique index submissions_key on submissions (account, key);

alter table accounts add column refused_on date;
alter table accounts add column refused integer not null default 0;
`;

/** sessions.name is null for browsers. Tokens of earlier versions are told by how long they are valid: browsers have 30 days. */
const TOKENS_SQL = `
alter table sessions add column name text;
alter table sessions add column used timestamptz;
update sessions set name = 'made ' || to_char(created at time zone 'UTC', 'YYYY-MM-DD') where expires > created + interval '300 days';
`;

/** `version` names all that a board depends on. `content` is a text, because the order of its fields is part of a board. */
const PHASE_BOARDS_SQL = `
create table phase_boards (
  board uuid not null references boards on delete cascade,
  phase integer not null,
  scoring integer not null,
  shown text not null,
  version text not null,
  content text not null,
  primary key (board, phase, scoring, shown)
);
`;

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
  { name: '0005-phase-boards', sql: PHASE_BOARDS_SQL, tables: ['phase_boards'] },
];
