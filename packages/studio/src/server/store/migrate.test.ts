import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../test/store.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';

const fresh = testDatabase({ migrated: false });
const db = testDatabase();
const STEPS = [
  { name: 'one', sql: 'create table one (a integer)', tables: ['one'] },
  { name: 'two', sql: 'create table two (a integer); insert into two values (1)', tables: ['two'] },
];

describe('migrations', () => {
  it('are applied once each by four that start at the same moment', async () => {
    const starters = Array.from({ length: 4 }, () => fresh.another({ most: 2 }));
    const applied = await Promise.all(starters.map((sql) => migrate(sql)));
    expect(applied.flatMap((one) => one.applied)).toEqual(MIGRATIONS.map(({ name }) => name));
    const rows = await fresh.sql`select number, name from migrations order by number`;
    expect([...rows]).toEqual(MIGRATIONS.map(({ name }, i) => ({ number: i + 1, name })));
  });

  it('make exactly the tables that the list names, so that a backup has all of them', async () => {
    const rows = await db.sql`select tablename from pg_tables where schemaname = 'sensebench' and tablename <> 'migrations'`;
    expect(rows.map(({ tablename }) => tablename).sort()).toEqual(MIGRATIONS.flatMap(({ tables }) => tables).toSorted());
  });

  it('go on from any earlier state', async () => {
    const steps = [...MIGRATIONS, ...STEPS];
    expect(await migrate(db.sql, { steps: steps.slice(0, -1) })).toEqual({ applied: ['one'] });
    expect(await migrate(db.sql, { steps })).toEqual({ applied: ['two'] });
    expect(await migrate(db.sql, { steps })).toEqual({ applied: [] });
  });

  it('refuse a database of a newer version, in one line', async () => {
    await expect(migrate(db.sql)).rejects.toThrow(
      'the database was created by a newer version of sensebench (it has the migration one); update sensebench',
    );
  });

  it('refuse a step that was edited after it was applied', async () => {
    const steps = [...MIGRATIONS, { ...STEPS[0], sql: 'create table one (b integer)' }, STEPS[1]];
    await expect(migrate(db.sql, { steps })).rejects.toThrow('the database has a different migration one than this version');
  });

  it('leave everything as it was when one of them fails', async () => {
    const steps = [
      ...MIGRATIONS,
      ...STEPS,
      { name: 'three', sql: 'create table three (a integer)', tables: [] },
      { name: 'four', sql: 'nonsense', tables: [] },
    ];
    await expect(migrate(db.sql, { steps })).rejects.toThrow('syntax error');
    const [{ there }] = await db.sql`select to_regclass('sensebench.three') is not null as there`;
    expect(there).toBe(false);
  });
});
