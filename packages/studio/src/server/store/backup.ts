/** Backs up a store to one file and restores it: every table, as of one moment, in bounded memory. */
import { InputError } from 'sensebench/internal/core';
import { type BackupRow, readBackup, writeBackup } from './backup-file.ts';
import { checkApplied, migrateInside, readApplied } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { again, type Sql, type Transaction } from './transact.ts';

const BATCH_ROWS = 500;
const BATCH_BYTES = 4_000_000;

export interface BackupResult {
  rows: Record<string, number>;
}

/** Changes made during the backup are not included. */
export async function backup(sql: Sql, { path, version }: { path: string; version: string }): Promise<BackupResult> {
  const work = () =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      await withoutLimits(tx);
      const migrations = await readApplied(tx);
      checkApplied(migrations);
      return writeBackup(path, { header: { sensebench: version, migrations }, rows: rowsOf(tx, tablesOf(migrations.length)) });
    });
  return again(work as () => Promise<BackupResult>, { patienceMs: 0 });
}

/** Only into an empty store. Creates the schema of the backup, inserts the rows, and then applies newer migrations. */
export async function restore(sql: Sql, { path }: { path: string }): Promise<BackupResult> {
  const work = () =>
    sql.begin(async (tx) => {
      await withoutLimits(tx);
      const { header, rows } = await readBackup(path);
      checkApplied(header.migrations);
      await checkEmpty(tx);
      await tx`drop schema if exists sensebench cascade`;
      await migrateInside(tx, { steps: MIGRATIONS.slice(0, header.migrations.length) });
      const counts = await insertRows(tx, rows, { path, tables: tablesOf(header.migrations.length) });
      await continueCounters(tx);
      await migrateInside(tx);
      return { rows: counts };
    });
  return again(work as () => Promise<BackupResult>, { patienceMs: 0 });
}

function tablesOf(steps: number): readonly string[] {
  return MIGRATIONS.slice(0, steps).flatMap(({ tables }) => tables);
}

/** A large store takes longer than the time limits of ordinary queries. */
async function withoutLimits(tx: Transaction): Promise<void> {
  await tx`set local statement_timeout = 0`;
  await tx`set local idle_in_transaction_session_timeout = 0`;
}

async function* rowsOf(tx: Transaction, tables: readonly string[]): AsyncGenerator<BackupRow> {
  for (const table of tables) {
    const query = tx`select row_to_json(t)::text as json from ${tx(table)} t`;
    for await (const rows of query.cursor(BATCH_ROWS)) for (const { json } of rows) yield { table, json: String(json) };
  }
}

async function checkEmpty(tx: Transaction): Promise<void> {
  const done = await readApplied(tx);
  checkApplied(done);
  for (const table of tablesOf(done.length))
    if ((await tx`select from ${tx(table)} limit 1`).length > 0)
      throw new InputError(`the store is not empty (${table} has rows); restore into a new data folder or database`);
}

async function insertRows(
  tx: Transaction,
  rows: AsyncIterable<BackupRow>,
  { path, tables }: { path: string; tables: readonly string[] },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let batch: string[] = [];
  let bytes = 0;
  let current = '';
  const flush = async () => {
    if (batch.length > 0)
      await tx`insert into ${tx(current)} select * from json_populate_recordset(null::${tx(current)}, ${`[${batch.join(',')}]`}::text::json)`;
    batch = [];
    bytes = 0;
  };
  for await (const { table, json } of rows) {
    if (!tables.includes(table)) throw new InputError(`has rows for an unknown table ${table}`, { file: path });
    if (table !== current || batch.length >= BATCH_ROWS || bytes > BATCH_BYTES) await flush();
    current = table;
    batch.push(json);
    bytes += json.length;
    counts[table] = (counts[table] ?? 0) + 1;
  }
  await flush();
  return counts;
}

/** Identity columns continue after the restored values. */
async function continueCounters(tx: Transaction): Promise<void> {
  const columns = await tx`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'sensebench' and is_identity = 'YES'`;
  for (const { table, column } of columns)
    await tx`
      select setval(pg_get_serial_sequence(${`sensebench.${table}`}, ${column}), coalesce(max(${tx(column)}), 0) + 1, false)
      from ${tx(table)}`;
}

/** Reads the header only, to refuse files that are not backups or come from a newer version. */
export async function checkBackup(path: string): Promise<void> {
  const { header, rows } = await readBackup(path);
  await rows.return(undefined);
  checkApplied(header.migrations);
}
