/** Applies missing migrations in order, in one transaction, guarded by a lock against other processes that start at the same time. */
import { createHash } from 'node:crypto';
import { SetupError } from 'sensebench/internal/core';
import { z } from 'zod';
import { MIGRATIONS, type Migration } from './migrations.ts';
import { type Sql, type Transaction, transact } from './transact.ts';

/** An arbitrary number that all migrating processes share. */
const MIGRATION_LOCK = 7_311_029;

export const appliedSchema = z.object({ name: z.string(), sha256: z.string() });
export type AppliedStep = z.infer<typeof appliedSchema>;

export interface MigrateOptions {
  steps?: readonly Migration[];
}

/** Returns the names of the migrations that were applied. */
export async function migrate(sql: Sql, { steps = MIGRATIONS }: MigrateOptions = {}): Promise<{ applied: string[] }> {
  return transact(sql, (tx) => migrateInside(tx, { steps }));
}

export async function migrateInside(tx: Transaction, { steps = MIGRATIONS }: MigrateOptions = {}): Promise<{ applied: string[] }> {
  await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
  await tx`create schema if not exists sensebench`;
  await tx`create table if not exists sensebench.migrations (
    number integer primary key, name text not null, sha256 text not null, applied timestamptz not null default clock_timestamp())`;
  const done = await readApplied(tx);
  checkApplied(done, steps);
  const missing = steps.slice(done.length);
  for (const [i, step] of missing.entries()) {
    await tx.unsafe(step.sql);
    await tx`insert into migrations (number, name, sha256) values (${done.length + i + 1}, ${step.name}, ${hashOf(step)})`;
  }
  return { applied: missing.map(({ name }) => name) };
}

/** Empty for a new database. */
export async function readApplied(sql: Sql | Transaction): Promise<AppliedStep[]> {
  const [{ there }] = await sql`select to_regclass('sensebench.migrations') is not null as there`;
  if (!there) return [];
  return z.array(appliedSchema).parse([...(await sql`select name, sha256 from sensebench.migrations order by number`)]);
}

/** Refuses a database with migrations that this version does not have. */
export function checkApplied(done: readonly AppliedStep[], steps: readonly Migration[] = MIGRATIONS): void {
  for (const [i, { name, sha256 }] of done.entries()) {
    const step = steps[i];
    if (!step)
      throw new SetupError(`the database was created by a newer version of sensebench (it has the migration ${name})`, 'update sensebench');
    if (step.name !== name || hashOf(step) !== sha256)
      throw new SetupError(
        `the database has a different migration ${name} than this version`,
        'use the version of sensebench that created it',
      );
  }
}

function hashOf({ name, sql }: Migration): string {
  return createHash('sha256').update(`${name}\n${sql}`).digest('hex');
}
