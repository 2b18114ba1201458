/** `sensebench store backup|restore|migrate`: the database of the studio and the leaderboard as one file, and its schema. */
import { z } from 'zod';
import { type Action, defineAction, InputError } from '../../core/index.ts';
import { isFolder } from '../../files/index.ts';

const data = z.string().default('studio').describe('folder of the database, as given to serve; not used where DATABASE_URL is set');

const backup = defineAction({
  summary: 'write everything in the store to one file, also while serve runs',
  options: z.object({ data, out: z.string().describe('file to write, like store.jsonl.gz') }),
  examples: ['store backup --data studio --out store.jsonl.gz'],
  run: async ({ data: folder, out }, context) => {
    mustExist(folder);
    const server = await import('../../server/store/index.ts');
    const store = await server.openStore({ ...placeOf(folder), command: 'store backup' });
    try {
      const { rows } = await server.backup(store.sql, { path: out, version: context.version });
      return { json: { out, rows }, text: `${out}: ${total(rows)} rows` };
    } finally {
      await store.close();
    }
  },
});

const restore = defineAction({
  summary: 'read a backup into an empty store',
  arguments: [{ name: 'file', summary: 'file of `store backup`' }],
  options: z.object({ data, file: z.string() }),
  examples: ['store restore store.jsonl.gz --data studio-2'],
  run: async ({ data: folder, file }) => {
    const server = await import('../../server/store/index.ts');
    // First: a file that is not a backup must not leave a new data folder behind.
    await server.checkBackup(file);
    const store = await server.openStore({ ...placeOf(folder), command: 'store restore', owner: true, migrated: false });
    try {
      const { rows } = await server.restore(store.sql, { path: file });
      return { json: { file, rows }, text: `${total(rows)} rows restored` };
    } finally {
      await store.close();
    }
  },
});

const migrate = defineAction({
  summary: 'bring the schema of a store to this version; serve does so at its start',
  options: z.object({ data }),
  examples: ['store migrate --data studio'],
  run: async ({ data: folder }) => {
    mustExist(folder);
    const server = await import('../../server/store/index.ts');
    const store = await server.openStore({ ...placeOf(folder), command: 'store migrate', owner: true, migrated: false });
    try {
      const { applied } = await server.migrate(store.sql);
      return { json: { applied }, text: applied.length === 0 ? 'nothing to do' : `applied: ${applied.join(', ')}` };
    } finally {
      await store.close();
    }
  },
});

export const actions: Readonly<Record<string, Action>> = { backup, restore, migrate };

function placeOf(folder: string): { data?: string; url?: string } {
  const url = process.env.DATABASE_URL;
  return url ? { url } : { data: folder };
}

/** Only serve and restore make a new store. */
function mustExist(folder: string): void {
  if (!process.env.DATABASE_URL && !isFolder(folder)) throw new InputError('there is no such data folder', { file: folder });
}

function total(rows: Record<string, number>): number {
  return Object.values(rows).reduce((sum, n) => sum + n, 0);
}
