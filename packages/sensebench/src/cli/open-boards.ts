/** Opens the store of a data folder or of DATABASE_URL for a command about leaderboards, also while `serve` runs. */
import { relative, resolve } from 'node:path';
import { type ActionContext, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { isFolder } from '../files/index.ts';
import type { Boards, loadStudio } from './load-studio.ts';

export const dataOption = {
  data: z.string().default('studio').describe('folder of the database, as given to serve; not used where DATABASE_URL is set'),
};
export const modulesOption = {
  benchmark: z.array(z.string()).default([]).describe('modules of your own benchmarks; no other module is loaded'),
};

export interface OpenBoardsOptions {
  data: string;
  benchmark: readonly string[];
  /** The command, for those who wait for the store. */
  command: string;
  /** A store that is not there is made. */
  make?: boolean;
  address?: string;
}

/** `server` is loaded by the command: nothing else needs it. */
export async function withBoards<T>(
  server: Awaited<ReturnType<typeof loadStudio>>,
  { data, benchmark: modules, command, make = false, address = '' }: OpenBoardsOptions,
  context: ActionContext,
  work: (boards: Boards) => Promise<T>,
): Promise<T> {
  const url = process.env.DATABASE_URL;
  if (!url && !make && !isFolder(data)) throw new InputError('there is no such data folder', { file: data });
  const store = await server.openStore({ ...(url ? { url } : { data }), command, say: context.say });
  try {
    // The user names folders by themselves: no root bounds them.
    const catalog = server.createCatalog({ app: context, datasets: '/', runs: '/', modules });
    const boards: Boards = {
      ...{ sql: store.sql, app: context, catalog, computed: server.createComputed(), address: () => address },
      tasks: server.runHere(() => boards),
    };
    return await work(boards);
  } finally {
    await store.close();
  }
}

/** A path of the user's as the catalog above wants it. */
export function fromRoot(path: string): string {
  if (!isFolder(path)) throw new InputError('there is no such folder', { file: path });
  return relative('/', resolve(path)) || '.';
}
