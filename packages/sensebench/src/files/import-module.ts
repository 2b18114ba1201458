/** Imports a user's module. A module is code and is run here: its path must come from the user, never from a file. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '@sensebench/metrics/internal/core';
import { missingFile } from './open-file.ts';

export async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  if (!existsSync(path)) throw missingFile(path);
  try {
    return (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
  } catch (error) {
    const reason = error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error);
    throw new InputError(`cannot be loaded: ${reason}`, { file: path });
  }
}
