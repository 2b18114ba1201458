/** `sensebench store backup|restore|migrate|owners`: the database of `serve` as one file, its schema, and the links of owners. */

import { type Action, defineAction, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { isFolder } from '../../files/index.ts';
import { loadStore } from '../load-studio.ts';

const data = z.string().default('studio').describe('folder of the database, as given to serve; not used where DATABASE_URL is set');

const backup = defineAction({
  summary: 'write everything in the store to one file, also while serve runs',
  options: z.object({ data, out: z.string().describe('file to write, like store.jsonl.gz') }),
  examples: ['store backup --data studio --out store.jsonl.gz'],
  run: async ({ data: folder, out }, context) => {
    mustExist(folder);
    const server = await loadStore();
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
    const server = await loadStore();
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
    const server = await loadStore();
    const store = await server.openStore({ ...placeOf(folder), command: 'store migrate', owner: true, migrated: false });
    try {
      const { applied } = await server.migrate(store.sql);
      return { json: { applied }, text: applied.length === 0 ? 'nothing to do' : `applied: ${applied.join(', ')}` };
    } finally {
      await store.close();
    }
  },
});

const owners = defineAction({
  summary: 'the links that open the whole studio: lists them, revokes one, or replaces all by a new one',
  options: z.object({
    data,
    revoke: z.string().optional().describe('id of a link that stops working, with the sessions that came from it'),
    rotate: z.boolean().default(false).describe('make a new link; all others and all sessions of owners end'),
    origin: z.string().default('http://127.0.0.1:4310').describe('address of the server'),
  }),
  examples: ['store owners', 'store owners --revoke 1f3a0c52-6f0e-4f0e-9d0a-0f4be1c3a111', 'store owners --rotate'],
  run: async ({ data: folder, revoke, rotate, origin }, context) => {
    mustExist(folder);
    if (revoke !== undefined && rotate) throw new InputError('--revoke and --rotate exclude each other');
    const server = await loadStore();
    const store = await server.openStore({ ...placeOf(folder), command: 'store owners' });
    try {
      if (revoke !== undefined) {
        const { sessions } = await server.revokeOwnerLink(store.sql, { link: revoke });
        return { json: { revoked: revoke, sessions }, text: `revoked; ${sessions} sessions ended` };
      }
      if (rotate) {
        const { token, revoked } = await server.rotateOwnerLinks(store.sql);
        context.say(`${revoked} links were revoked, and all sessions of owners ended; the new link:`);
        return { json: { link: `${origin}/join#${token}`, revoked }, text: `${origin}/join#${token}` };
      }
      const links = await server.listOwnerLinks(store.sql);
      const columns = ['id', 'created', 'expires', 'sessions', 'last seen'].map((key) => ({ key, label: key }));
      const rows = links.map(({ seen, opened, ...link }) => ({ ...link, 'last seen': seen ?? (opened ? '' : 'never opened') }));
      return { json: { links }, tables: [{ columns, rows }] };
    } finally {
      await store.close();
    }
  },
});

export const actions: Readonly<Record<string, Action>> = { backup, restore, migrate, owners };

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
