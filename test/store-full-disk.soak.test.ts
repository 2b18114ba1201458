/** A disk that is full while people answer: nothing saved is lost, and the store goes on when there is room. Half a minute is waiting. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { allAnswers } from '../packages/studio/src/server/results/decisions.ts';
import { openStore, type Store } from '../packages/studio/src/server/store/open-store.ts';
import { takeItems } from '../packages/studio/src/server/work/take-items.ts';
import { annotator, answer, openStudy } from './store.ts';
import { makeStoreFolder } from './store-folder.ts';

describe('the store of a folder', () => {
  it('says that the disk is full, keeps what was saved, and goes on when there is room', async () => {
    const folder = makeStoreFolder('full');
    const data = join(folder, 'data');
    let store: Store | undefined;
    mkdirSync(data);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', data], { stdio: 'ignore' });
    } catch {
      console.log('skipped: a small disk cannot be mounted here');
      return;
    }
    try {
      store = await openStore({ data, command: 'serve', owner: true });
      const { sql } = store;
      const study = await openStudy(sql, { items: 2000, settings: { people: 1 } });
      const person = await annotator(sql, study);
      const value = () => Array.from({ length: 8000 }, () => randomUUID()).join('');
      const saved: string[] = [];
      const fill = async () => {
        for (;;) {
          const { items } = await takeItems(sql, { person, want: 1 });
          await answer(sql, person, items[0], value());
          saved.push(items[0].name);
        }
      };
      await expect(fill()).rejects.toMatchObject({ name: 'StoreUnavailable' });
      expect(saved.length).toBeGreaterThan(3);
      execFileSync('mount', ['-o', 'remount,size=400m', data]);
      // The server of the full disk ends and recovers first.
      const { items } = await vi.waitFor(() => takeItems(sql, { person, want: 1 }), { timeout: 60_000, interval: 500 });
      await vi.waitFor(() => answer(sql, person, items[0]), { timeout: 60_000, interval: 500 });
      const rows = [];
      for await (const row of allAnswers(sql, { study })) rows.push(row.name);
      expect(rows.slice(0, saved.length)).toEqual(saved);
    } finally {
      await store?.close();
      execFileSync('umount', ['-l', data]);
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
