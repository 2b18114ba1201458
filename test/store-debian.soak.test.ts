/** The same schema and queries on the oldest PostgreSQL that DATABASE_URL may name: Debian's 15, over TCP on the loopback. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { currentAnswers } from '../packages/studio/src/server/results/decisions.ts';
import { backup, restore } from '../packages/studio/src/server/store/backup.ts';
import { openStore } from '../packages/studio/src/server/store/open-store.ts';
import { listStudies } from '../packages/studio/src/server/studies/study-queries.ts';
import { takeItems } from '../packages/studio/src/server/work/take-items.ts';
import { annotator, answer, fillEveryTable, openStudy } from './small-study.ts';
import { freePort } from './soak-studio.ts';

const PROGRAMS = '/usr/lib/postgresql/15/bin';
const there = existsSync(join(PROGRAMS, 'postgres'));
if (!there) console.log('skipped: PostgreSQL 15 is not installed (apt-get install postgresql-15)');

it.runIf(there)('runs on PostgreSQL 15', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sensebench-debian-'));
  chmodSync(folder, 0o755);
  const database = join(folder, 'db');
  execFileSync('mkdir', [database]);
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  if ('uid' in user) chownSync(database, 65534, 65534);
  execFileSync(join(PROGRAMS, 'initdb'), ['-D', database, '-U', 'me', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
    ...user,
    stdio: 'ignore',
    cwd: '/',
  });
  const port = await freePort();
  const server = spawn(join(PROGRAMS, 'postgres'), ['-D', database, '-p', String(port), '-k', database, '-h', '127.0.0.1'], {
    ...user,
    stdio: 'ignore',
    cwd: '/',
  });
  try {
    await wait(500);
    const url = `postgres://me@127.0.0.1:${port}/postgres`;
    const store = await openStore({ url, command: 'serve', owner: true });
    expect((await store.sql`select current_setting('server_version') as version`)[0].version).toMatch(/^15\./);
    await expect(openStore({ url, command: 'serve', owner: true })).rejects.toThrow(
      /^the database of DATABASE_URL is in use by sensebench serve, process/,
    );
    const study = await openStudy(store.sql, { items: 20, settings: { people: 2, order: 'breadth' } });
    const people = await Promise.all([1, 2, 3].map(() => annotator(store.sql, study)));
    await Promise.all(
      people.map(async (person) => {
        for (;;) {
          const { items } = await takeItems(store.sql, { person, want: 2 });
          if (items.length === 0) return;
          for (const item of items) await answer(store.sql, person, item);
        }
      }),
    );
    expect(await currentAnswers(store.sql, { study })).toHaveLength(40);
    await fillEveryTable(store.sql);
    const path = join(folder, 'store.jsonl.gz');
    const made = await backup(store.sql, { path, version: '0.0.0' });
    await store.sql`create database second`;
    await store.close();
    const second = await openStore({ url: url.replace('/postgres', '/second'), command: 'store restore', owner: true, migrated: false });
    expect(await restore(second.sql, { path })).toEqual(made);
    expect(await listStudies(second.sql)).toHaveLength(2);
    await second.close();
    const older = await openStore({ url, command: 'store backup' });
    await older.sql`create database third`;
    await older.close();
    const third = await openStore({ url: url.replace('/postgres', '/third'), command: 'store restore', owner: true, migrated: false });
    await restore(third.sql, { path: join(import.meta.dirname, 'fixtures/store-0.1.0.jsonl.gz') });
    expect(await listStudies(third.sql)).toHaveLength(1);
    await third.close();
  } finally {
    server.kill('SIGINT');
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
});
