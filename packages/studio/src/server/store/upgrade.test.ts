import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../test/store.ts';
import { listAccountTokens } from '../people/account-tokens.ts';
import { listOwnerLinks } from '../people/owner-links.ts';
import { listStudies } from '../studies/study-queries.ts';
import { readBackup } from './backup-file.ts';
import { checkApplied, migrate, migrateInside } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Sql } from './transact.ts';

/** A store of the version before 0003, with rows in every table: test/fixtures/make-store.ts on commit 7f79be9, then `store backup`. */
const FIXTURE = join(import.meta.dirname, '../../../../../test/fixtures/store-7f79be9.jsonl.gz');
const db = testDatabase({ migrated: false });

/** The schema of that version, made by its own steps, and its rows. */
async function createOldStore(sql: Sql): Promise<{ table: string; json: string }[]> {
  const { header, rows } = await readBackup(FIXTURE);
  checkApplied(header.migrations);
  const stored: { table: string; json: string }[] = [];
  await sql.begin(async (tx) => {
    await migrateInside(tx, { steps: MIGRATIONS.slice(0, header.migrations.length) });
    for await (const row of rows) {
      await tx`insert into ${tx(row.table)} select * from json_populate_record(null::${tx(row.table)}, ${row.json}::text::json)`;
      stored.push(row);
    }
  });
  return stored;
}

describe('a store of the previous version', () => {
  let stored: { table: string; json: string }[] = [];
  beforeAll(async () => {
    stored = await createOldStore(db.sql);
  });

  it('has rows in every table, and lacks the newer steps', () => {
    const tables = MIGRATIONS.slice(0, 2).flatMap((step) => step.tables);
    expect(new Set(stored.map(({ table }) => table))).toEqual(new Set(tables));
    expect(MIGRATIONS.length).toBeGreaterThan(2);
  });

  it('is brought to this version without losing a row or a value', async () => {
    const { applied } = await migrate(db.sql);
    expect(applied).toEqual(MIGRATIONS.slice(2).map(({ name }) => name));
    for (const { table, json } of stored) {
      const found = await db.sql`select from ${db.sql(table)} t where to_jsonb(t) @> ${json}::text::jsonb`;
      expect({ table, json, found: found.length }).toEqual({ table, json, found: 1 });
    }
    for (const table of new Set(stored.map((row) => row.table))) {
      const [{ count }] = await db.sql`select count(*) from ${db.sql(table)}`;
      expect({ table, rows: Number(count) }).toEqual({ table, rows: stored.filter((row) => row.table === table).length });
    }
    expect((await migrate(db.sql)).applied).toEqual([]);
  });

  it('has what this version adds: names of tokens, listed owner links, the share that must be answered', async () => {
    const [{ id: board }] = await db.sql`select id from boards`;
    expect(await listAccountTokens(db.sql, { board: String(board) })).toMatchObject([
      { account: 'Ada', name: expect.stringMatching(/^made \d{4}-\d{2}-\d{2}$/), used: null },
    ]);
    // The fixture's links expire some day, as links do.
    await db.sql`update invitations set expires = clock_timestamp() + interval '1 day' where role = 'owner'`;
    expect(await listOwnerLinks(db.sql)).toHaveLength(2);
    expect((await listStudies(db.sql)).map(({ settings }) => settings.mustAnswer)).toEqual([0.8, 0.8]);
  });
});
