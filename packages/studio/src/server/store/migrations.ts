/** The ordered list of migrations. A released migration is never edited; changes are added at the end. */
import { BOARDS_SQL, BOARDS_TABLES } from './schema/boards.ts';
import { STUDIO_SQL, STUDIO_TABLES } from './schema/studio.ts';

/**
 * submissions.id is made by the server and public. submissions.key is the sender's idempotency key, and submissions.request a hash of
 * the content sent with it. Earlier versions used one id for both and stored no hash.
 */
const SUBMISSIONS_SQL = `
alter table submissions add column key uuid;
alter table submissions add column request text;
update submissions set key = id where kind = 'submission' and job is not null;
create unique index submissions_key on submissions (account, key);

alter table accounts add column refused_on date;
alter table accounts add column refused integer not null default 0;
`;

/** sessions.name is null for browsers. Tokens of earlier versions are recognized by their validity: browser sessions last 30 days. */
const TOKENS_SQL = `
alter table sessions add column name text;
alter table sessions add column used timestamptz;
update sessions set name = 'made ' || to_char(created at time zone 'UTC', 'YYYY-MM-DD') where expires > created + interval '300 days';
`;

/** `version` identifies everything that a board depends on. `content` is text, because a board's field order matters. */
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
  /** The tables that it creates, referenced tables first. Backups contain every table listed here. */
  tables: readonly string[];
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-studio', sql: STUDIO_SQL, tables: STUDIO_TABLES },
  { name: '0002-boards', sql: BOARDS_SQL, tables: BOARDS_TABLES },
  { name: '0003-submissions', sql: SUBMISSIONS_SQL, tables: [] },
  { name: '0004-tokens', sql: TOKENS_SQL, tables: [] },
  { name: '0005-phase-boards', sql: PHASE_BOARDS_SQL, tables: ['phase_boards'] },
];
