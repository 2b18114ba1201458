/** Fourth step of the schema: tokens of scripts have a name and a time of last use. */

/** sessions.name is null for browsers. Tokens of earlier versions are told by how long they are valid: browsers have 30 days. */
export const TOKENS_SQL = `
alter table sessions add column name text;
alter table sessions add column used timestamptz;
update sessions set name = 'made ' || to_char(created at time zone 'UTC', 'YYYY-MM-DD') where expires > created + interval '300 days';
`;
