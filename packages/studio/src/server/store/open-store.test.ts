import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startChild } from '../../../../../test/child-process.ts';
import { annotator, answer, openStudy } from '../../../../../test/store.ts';
import { makeStoreFolder } from '../../../../../test/store-folder.ts';
import { placesIn } from '../postgres/data-folder.ts';
import { findRunning, stopPostgres } from '../postgres/launch-postgres.ts';
import { isPostmaster } from '../postgres/postmaster-file.ts';
import { allAnswers } from '../results/decisions.ts';
import { readStudy } from '../studies/study-queries.ts';
import { takeItems } from '../work/take-items.ts';
import { openStore, type Store } from './open-store.ts';

let folder: string;
let data: string;
let store: Store | undefined;
beforeEach(() => {
  folder = makeStoreFolder('open');
  data = join(folder, 'data');
});
afterEach(async () => {
  await store?.close();
  store = undefined;
  const running = existsSync(data) ? findRunning(placesIn(data)) : null;
  if (running) await stopPostgres(data, running.pid);
  rmSync(folder, { recursive: true, force: true });
});

const serve = () => openStore({ data, command: 'serve', owner: true });

describe('the store of a folder', () => {
  it('has one owner; a second serve is told who it is; other commands use its socket', async () => {
    store = await serve();
    const study = await openStudy(store.sql);
    const second = startChild('test/store-child.ts', [data]);
    expect(await second.ended).toBe(2);
    expect(second.said()).toMatch(
      new RegExp(
        `^SetupError: the data folder ${data} is in use by sensebench serve, process ${process.pid} on .*; stop that process first\n$`,
      ),
    );
    const other = await openStore({ data, command: 'store backup' });
    expect((await readStudy(other.sql, { study }))?.id).toBe(study);
    await other.close();
    expect(await readStudy(store.sql, { study })).not.toBeNull();
  });

  it('is opened anew after a kill -9 of its owner, whose PostgreSQL is adopted', async () => {
    const child = startChild('test/store-child.ts', [data]);
    const pid = Number((await child.line(/^open/)).split(' ')[1]);
    await child.kill();
    expect(isPostmaster(pid, placesIn(data).database)).toBe(true);
    store = await serve();
    expect(store.postgresPid()).toBe(pid);
    await store.close();
    store = undefined;
    expect(isPostmaster(pid, placesIn(data).database)).toBe(false);
  });

  it('starts a PostgreSQL that was killed again, owns it again, and callers wait meanwhile', async () => {
    store = await serve();
    const { sql } = store;
    const study = await openStudy(sql, { items: 3 });
    const person = await annotator(sql, study);
    const { items } = await takeItems(sql, { person, want: 3 });
    await answer(sql, person, items[0]);
    const before = store.postgresPid();
    process.kill(Number(before), 'SIGKILL');
    await answer(sql, person, items[1]);
    await answer(sql, person, items[2]);
    // A connection that was open can still answer for a moment.
    const now = await vi.waitFor(
      () => {
        const pid = store?.postgresPid() ?? null;
        if (pid === null || pid === before) throw new Error('PostgreSQL was not started again');
        return pid;
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(now).not.toBe(before);
    const rows = [];
    for await (const row of allAnswers(sql, { study })) rows.push(row.name);
    expect(rows).toEqual(['item-0', 'item-1', 'item-2']);
    await wait(1000);
    const second = startChild('test/store-child.ts', [data]);
    expect(await second.ended).toBe(2);
    expect(second.said()).toContain('is in use by sensebench serve');
  });

  it('is left running by its owner for a command that still uses it, which then stops it', async () => {
    store = await serve();
    const other = await openStore({ data, command: 'worker' });
    const pid = Number(store.postgresPid());
    await store.close();
    store = undefined;
    expect(isPostmaster(pid, placesIn(data).database)).toBe(true);
    expect(await other.sql`select 1 as one`).toEqual([{ one: 1 }]);
    await other.close();
    expect(isPostmaster(pid, placesIn(data).database)).toBe(false);
  });

  it('is refused when its database is of a newer version', async () => {
    store = await serve();
    await store.sql`insert into migrations (number, name, sha256) values (99, '0099-later', 'x')`;
    await store.close();
    store = undefined;
    await expect(serve()).rejects.toThrow(
      'the database was created by a newer version of sensebench (it has the migration 0099-later); update sensebench',
    );
    expect(findRunning(placesIn(data))).toBeNull();
  });
});

describe('the store of DATABASE_URL', () => {
  it('that cannot be reached is one line without the address', async () => {
    const url = 'postgres://me:hidden@127.0.0.1:1/none';
    const error = await openStore({ url, command: 'serve', openMs: 500 }).catch((reason: unknown) => reason);
    expect(String(error)).toBe('SetupError: the database of DATABASE_URL cannot be used: the connection was refused');
  });

  it('or a folder must be given', async () => {
    await expect(openStore({ command: 'serve' })).rejects.toThrow('pass --data FOLDER or set DATABASE_URL');
  });
});
