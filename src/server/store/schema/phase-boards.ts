/** Further step of the schema: computed boards, so that each is computed once for all processes. */

export const PHASE_BOARDS_TABLES = ['phase_boards'] as const;

/** `version` names all that a board depends on. `content` is a text, because the order of its fields is part of a board. */
export const PHASE_BOARDS_SQL = `
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
