/** The first migration: studies, items, people, answers and the job queue. */

/** Referenced tables first: backups are restored in this order. */
export const STUDIO_TABLES = [
  'studies',
  'items',
  'invitations',
  'backgrounds',
  'people',
  'sessions',
  'attempts',
  'leases',
  'answers',
  'skips',
  'notes',
  'adjudications',
  'jobs',
] as const;

/**
 * Texts that are compared or sorted have collation "C", so that the order is the same on every machine.
 * jsonb columns never contain JSON null but SQL NULL, so that backups need not distinguish them.
 * items.answered and items.held are changed only under the lock of the item's row. held counts active leases.
 */
export const STUDIO_SQL = `
create table studies (
  id uuid primary key,
  task text not null,
  benchmark text not null,
  source jsonb not null,
  settings jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'open', 'closed')),
  demo boolean not null default false,
  salt bytea not null,
  created timestamptz not null default clock_timestamp()
);

create table items (
  id uuid primary key,
  study uuid not null references studies on delete cascade,
  name text collate "C" not null,
  also jsonb not null default '[]',
  position integer not null,
  "group" text collate "C",
  shown jsonb,
  gold jsonb,
  people integer check (people >= 1),
  priority integer not null default 0,
  kind text not null default 'work' check (kind in ('work', 'gold', 'qualification')),
  wanted integer not null check (wanted >= 1),
  answered integer not null default 0 check (answered >= 0),
  held integer not null default 0 check (held >= 0),
  unique (study, position)
);
create index items_name on items (study, name);
create index items_breadth on items (study, priority desc, (answered + held), position) where kind = 'work' and answered + held < wanted;
create index items_finish on items (study, priority desc, (answered + held) desc, position) where kind = 'work' and answered + held < wanted;
create index items_group on items (study, "group") where kind = 'work' and answered + held < wanted;
create index items_known on items (study) where kind <> 'work';

create table invitations (
  id uuid primary key,
  study uuid references studies on delete cascade,
  role text not null check (role in ('owner', 'annotator', 'viewer')),
  label text not null default '',
  token_hash bytea not null unique,
  uses integer not null default 1 check (uses >= 1),
  used integer not null default 0,
  crowd text,
  created timestamptz not null default clock_timestamp(),
  expires timestamptz not null,
  revoked timestamptz,
  check (study is not null or role = 'owner')
);
create index invitations_study on invitations (study);

-- Answers to background questions. Nothing here says whose they are or when they came.
create table backgrounds (
  id uuid primary key,
  study uuid not null references studies on delete cascade,
  answers jsonb not null
);

create table people (
  id uuid primary key,
  study uuid references studies on delete cascade,
  invitation uuid references invitations on delete set null,
  role text not null check (role in ('owner', 'annotator', 'viewer')),
  label text not null default '',
  name text collate "C",
  number integer,
  simulated boolean not null default false,
  crowd_hash bytea,
  consented timestamptz,
  background uuid references backgrounds on delete set null,
  background_asked boolean not null default false,
  given integer not null default 0,
  last_group text collate "C",
  qualified text not null default 'none' check (qualified in ('none', 'passed', 'failed')),
  joined timestamptz not null default clock_timestamp(),
  seen timestamptz,
  excluded timestamptz,
  excluded_reason text not null default '',
  withdrawn timestamptz,
  unique (study, name),
  unique (study, number),
  unique (study, crowd_hash)
);
create index people_invitation on people (invitation);

create table sessions (
  id uuid primary key,
  person uuid not null references people on delete cascade,
  token_hash bytea not null unique,
  created timestamptz not null default clock_timestamp(),
  expires timestamptz not null,
  ended timestamptz
);
create index sessions_person on sessions (person);

create table attempts (
  person uuid not null references people on delete cascade,
  attempt integer not null,
  size integer not null check (size >= 1),
  answered integer not null default 0,
  "right" integer not null default 0,
  state text not null default 'open' check (state in ('open', 'passed', 'failed')),
  started timestamptz not null default clock_timestamp(),
  ended timestamptz,
  primary key (person, attempt)
);

create table leases (
  token uuid primary key,
  study uuid not null references studies on delete cascade,
  item uuid not null references items on delete cascade,
  person uuid not null references people on delete cascade,
  stage text not null check (stage in ('work', 'gold', 'qualification')),
  attempt integer,
  held boolean not null default true,
  taken timestamptz not null default clock_timestamp(),
  expires timestamptz not null,
  unique (item, person)
);
create index leases_person on leases (person);
create index leases_expiry on leases (study, expires) where held;

create table answers (
  id uuid primary key,
  seq bigint generated by default as identity unique,
  study uuid not null references studies on delete cascade,
  item uuid not null references items on delete cascade,
  person uuid not null references people on delete cascade,
  stage text not null check (stage in ('work', 'gold', 'qualification')),
  attempt integer,
  given jsonb,
  value jsonb,
  ms integer check (ms >= 0),
  revision integer not null check (revision >= 1),
  final boolean not null default true,
  simulated boolean not null default false,
  "right" boolean,
  erased timestamptz,
  at timestamptz not null default clock_timestamp(),
  unique (item, person, revision)
);
create unique index answers_final on answers (item, person) where final;
create index answers_person on answers (person, seq);
create index answers_study on answers (study, seq);

create table skips (
  item uuid not null references items on delete cascade,
  person uuid not null references people on delete cascade,
  reason text not null default '',
  at timestamptz not null default clock_timestamp(),
  primary key (item, person)
);
create index skips_person on skips (person);

create table notes (
  id uuid primary key,
  seq bigint generated by default as identity unique,
  study uuid not null references studies on delete cascade,
  person uuid not null references people on delete cascade,
  item uuid references items on delete set null,
  author text not null check (author in ('annotator', 'owner')),
  text text not null,
  at timestamptz not null default clock_timestamp(),
  read timestamptz,
  erased timestamptz
);
create index notes_study on notes (study, seq);
create index notes_person on notes (person, seq);

create table adjudications (
  id uuid primary key,
  seq bigint generated by default as identity unique,
  study uuid not null references studies on delete cascade,
  item uuid not null references items on delete cascade,
  person uuid references people on delete set null,
  value jsonb,
  revision integer not null check (revision >= 1),
  at timestamptz not null default clock_timestamp(),
  unique (item, revision)
);
create index adjudications_study on adjudications (study, seq);

create table jobs (
  id uuid primary key,
  seq bigint generated by default as identity unique,
  kind text collate "C" not null,
  payload jsonb,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  priority integer not null default 0,
  tries integer not null default 0,
  most_tries integer not null default 3 check (most_tries >= 1),
  token uuid,
  worker text,
  expires timestamptz,
  result jsonb,
  error text,
  created timestamptz not null default clock_timestamp(),
  started timestamptz,
  ended timestamptz
);
create index jobs_waiting on jobs (kind, priority desc, seq) where state = 'queued';
create index jobs_running on jobs (expires) where state = 'running';
`;
