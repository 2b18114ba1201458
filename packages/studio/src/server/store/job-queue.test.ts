import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../test/store.ts';
import { addJob, cancelJob, completeJob, countJobs, failJob, leaseJob, listJobs, readJob, renewJob } from './job-queue.ts';

const db = testDatabase();
const take = (kind: string, seconds = 60) => leaseJob(db.sql, { kinds: [kind], worker: 'w1', seconds });

describe('a job', () => {
  it('is taken once, in the order of priority and age, and carries its payload', async () => {
    const first = await addJob(db.sql, { kind: 'order', payload: { n: 1 } });
    const second = await addJob(db.sql, { kind: 'order', payload: { n: 2 } });
    const urgent = await addJob(db.sql, { kind: 'order', payload: { n: 3 }, priority: 5 });
    const taken = [await take('order'), await take('order'), await take('order')];
    expect(taken.map((job) => job?.job)).toEqual([urgent.job, first.job, second.job]);
    expect(taken.map((job) => job?.payload)).toEqual([{ n: 3 }, { n: 1 }, { n: 2 }]);
    expect(await take('order')).toBeNull();
  });

  it('is added once under one id', async () => {
    const { job } = await addJob(db.sql, { kind: 'once' });
    await addJob(db.sql, { id: job, kind: 'once' });
    expect(await listJobs(db.sql, { kind: 'once' })).toHaveLength(1);
  });

  it('ends with its result in one transaction: what the result wrote is there or not, together with the state', async () => {
    const { job } = await addJob(db.sql, { kind: 'result' });
    const lease = (await take('result'))!;
    const broken = completeJob(db.sql, { ...lease, result: 1 }, async (tx) => {
      await addJob(tx, { kind: 'written' });
      throw new Error('the disk of the worker is full');
    });
    await expect(broken).rejects.toThrow('the disk of the worker');
    expect((await readJob(db.sql, { job }))?.state).toBe('running');
    expect(await listJobs(db.sql, { kind: 'written' })).toEqual([]);
    const write = async (tx: Parameters<typeof addJob>[0]) => void (await addJob(tx, { kind: 'written' }));
    expect(await completeJob(db.sql, { ...lease, result: { score: 0.5 } }, write)).toBe(true);
    expect(await readJob(db.sql, { job })).toMatchObject({ state: 'done', result: { score: 0.5 } });
    // Sent again, as after an unknown COMMIT: known, and written once.
    expect(await completeJob(db.sql, { ...lease, result: { score: 0.5 } }, write)).toBe(true);
    expect(await listJobs(db.sql, { kind: 'written' })).toHaveLength(1);
  });

  it('goes to a second worker when the lease lapses; the first one can write nothing any more', async () => {
    const { job } = await addJob(db.sql, { kind: 'late' });
    const late = (await take('late', 0.05))!;
    await wait(80);
    const second = (await take('late'))!;
    expect(second).toMatchObject({ job, tries: 2 });
    expect(second.token).not.toBe(late.token);
    expect(await renewJob(db.sql, { ...late, seconds: 60 })).toBe(false);
    expect(await failJob(db.sql, { ...late, error: 'x' })).toBe(false);
    expect(
      await completeJob(db.sql, { ...late, result: 'late' }, async () => {
        throw new Error('must not run');
      }),
    ).toBe(false);
    expect(await completeJob(db.sql, { ...second, result: 'second' })).toBe(true);
    expect((await readJob(db.sql, { job }))?.result).toBe('second');
  });

  it('lives while it is renewed', async () => {
    await addJob(db.sql, { kind: 'renewed' });
    const lease = (await take('renewed', 1))!;
    for (let i = 0; i < 4; i++) {
      await wait(300);
      expect(await renewJob(db.sql, { ...lease, seconds: 1 })).toBe(true);
    }
    expect(await take('renewed')).toBeNull();
  });

  it('has failed when its workers vanished as often as it may be tried', async () => {
    const { job } = await addJob(db.sql, { kind: 'vanish', mostTries: 2 });
    for (let i = 0; i < 2; i++) {
      expect(await take('vanish', 0.01)).not.toBeNull();
      await wait(30);
    }
    expect(await take('vanish')).toBeNull();
    expect(await readJob(db.sql, { job })).toMatchObject({ state: 'failed', tries: 2, error: 'its worker stopped responding' });
  });

  it('is queued again after a failure that may pass, and not after one that may not', async () => {
    await addJob(db.sql, { kind: 'fails' });
    expect(await failJob(db.sql, { ...(await take('fails'))!, error: 'no memory', retry: true })).toBe(true);
    expect(await countJobs(db.sql, { kind: 'fails' })).toMatchObject({ queued: 1, failed: 0 });
    expect(await failJob(db.sql, { ...(await take('fails'))!, error: 'wrong file' })).toBe(true);
    expect(await countJobs(db.sql, { kind: 'fails' })).toMatchObject({ queued: 0, failed: 1 });
  });

  it('is cancelled while it waits or runs, not after its end', async () => {
    const { job } = await addJob(db.sql, { kind: 'cancel' });
    const lease = (await take('cancel'))!;
    expect(await cancelJob(db.sql, { job })).toBe(true);
    expect(await renewJob(db.sql, { ...lease, seconds: 60 })).toBe(false);
    expect(await completeJob(db.sql, lease)).toBe(false);
    expect(await cancelJob(db.sql, { job })).toBe(false);
    expect((await readJob(db.sql, { job }))?.state).toBe('cancelled');
  });

  it('is given to one of many workers that ask at once', async () => {
    for (let i = 0; i < 40; i++) await addJob(db.sql, { kind: 'rush' });
    const taken = await Promise.all(Array.from({ length: 60 }, () => take('rush')));
    const ids = taken.flatMap((job) => (job ? [job.job] : []));
    expect(ids).toHaveLength(40);
    expect(new Set(ids).size).toBe(40);
  });
});
