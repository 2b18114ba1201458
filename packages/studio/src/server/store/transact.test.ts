import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../test/store.ts';
import { addJob, countJobs } from './job-queue.ts';
import { again, transact } from './transact.ts';

const db = testDatabase();

/** Ends every other connection of this database, as a restart does. */
async function cutAll(): Promise<void> {
  await db.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.catch(() => undefined);
}

describe('a transaction', () => {
  it('whose connection is cut again and again is run again until it is through, and written once', async () => {
    const sql = db.another({ most: 5 });
    const ids = Array.from({ length: 40 }, () => crypto.randomUUID());
    let cutting = true;
    let runs = 0;
    const cuts = (async () => {
      for (let i = 0; i < 25; i++) {
        await cutAll();
        await wait(20);
      }
      cutting = false;
    })();
    await Promise.all(
      ids.map((id) =>
        transact(sql, async (tx) => {
          runs++;
          await addJob(tx, { id, kind: 'cut' });
          if (cutting) await tx`select pg_sleep(0.02)`;
          await tx`update jobs set priority = priority + 1 where id = ${id}`;
        }),
      ),
    );
    await cuts;
    expect(runs).toBeGreaterThan(ids.length);
    expect((await countJobs(sql, { kind: 'cut' })).queued).toBe(40);
    // A statement that ran outside its transaction would have counted before it was undone.
    const [{ most }] = await sql`select max(priority) as most from jobs where kind = 'cut'`;
    expect(most).toBeLessThanOrEqual(2);
  });

  it('is undone whole when its work throws, and the error is the work’s own', async () => {
    const failed = transact(db.sql, async (tx) => {
      await addJob(tx, { kind: 'undone' });
      throw new TypeError('mine');
    });
    await expect(failed).rejects.toThrow(new TypeError('mine'));
    expect((await countJobs(db.sql, { kind: 'undone' })).queued).toBe(0);
  });

  it('gives up in one line when the database stays away', async () => {
    const away = () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }));
    await expect(again(away, { patienceMs: 200 })).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: 'the database cannot be reached',
    });
    const full = () => Promise.reject(Object.assign(new Error('x'), { code: '53100' }));
    await expect(again(full)).rejects.toMatchObject({ name: 'StoreUnavailable', message: 'the disk of the database is full' });
  });

  it('that waits too long for the database is ended by it', async () => {
    const sql = db.another({ most: 1 });
    await sql`set statement_timeout = 50`;
    await expect(again(() => sql`select pg_sleep(5)`)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: 'the database took too long',
    });
  });
});
