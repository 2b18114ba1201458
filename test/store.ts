/** A fresh database for a test file, on the PostgreSQL that all tests share. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import { DATABASE_USER } from '../packages/studio/src/server/postgres/data-folder.ts';
import { launchPostgres } from '../packages/studio/src/server/postgres/launch-postgres.ts';
import { connect } from '../packages/studio/src/server/store/connect.ts';
import { migrate } from '../packages/studio/src/server/store/migrate.ts';
import { again, type Sql } from '../packages/studio/src/server/store/transact.ts';

export * from './small-study.ts';

export interface TestDatabase {
  sql: Sql;
  /** For commands that are to use it. */
  environment: { DATABASE_URL: string; PGHOST: string; PGPORT: string; PGUSER: string };
  /** The same database through other connections, as another process has them. */
  another(options?: { most?: number }): Sql;
}

/** Call it at the top of a test file; what it gives back is filled before the first test. */
export function testDatabase({ migrated = true }: { migrated?: boolean } = {}): TestDatabase {
  const database = `t${randomUUID().replaceAll('-', '')}`;
  const opened: Sql[] = [];
  const holder = {} as TestDatabase;
  beforeAll(async () => {
    const folder = inject('storeHome');
    const { socket, port } = await launchPostgres(folder);
    const address = { socket: { folder: socket, port } };
    const admin = connect(address, { name: 'tests', most: 1, database: 'postgres' });
    await again(() => admin`create database ${admin(database)}`.then(() => undefined));
    await admin.end();
    holder.environment = { DATABASE_URL: `postgres:///${database}`, PGHOST: socket, PGPORT: String(port), PGUSER: DATABASE_USER };
    holder.another = ({ most = 10 } = {}) => {
      const sql = connect(address, { name: 'tests', most, database });
      opened.push(sql);
      return sql;
    };
    holder.sql = holder.another();
    if (migrated) await migrate(holder.sql);
  });
  afterAll(async () => {
    await Promise.all(opened.map((sql) => sql.end({ timeout: 1 })));
  });
  return holder;
}
