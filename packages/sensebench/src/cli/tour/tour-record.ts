/** tour.json: what a tour wrote into its folder, with hashes. A second tour replaces that, and refuses to touch anything else. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { hashFile, listFiles, readJson, writeJson } from '../../files/index.ts';

/** Files of each part by their path in the tour's folder; null for a part whose files were being written when the tour stopped. */
const recordSchema = z.object({ parts: z.record(z.string(), z.record(z.string(), z.string()).nullable()) });

export interface TourRecord {
  /** Does the work of one part, and notes what it wrote. Work that is `gradual` leaves files behind when it is stopped: they are the tour's too. */
  write<Result>(part: string, work: () => Promise<Result>, options?: { gradual?: boolean }): Promise<Result>;
}

/** Refuses a folder where one of the parts (files or folders) is there and was not written by a tour, or was changed since. */
export async function openTour(out: string, parts: readonly string[]): Promise<TourRecord> {
  const file = join(out, 'tour.json');
  const record = existsSync(file) ? await readJson(file, recordSchema) : { parts: {} };
  const others = new Map<string, readonly string[]>();
  for (const part of parts) others.set(part, await othersIn(out, part, record.parts[part]));
  return {
    async write(part, work, { gradual = false } = {}) {
      if (gradual) {
        record.parts[part] = null;
        await writeJson(file, record);
      }
      const result = await work();
      const hashes: Record<string, string> = {};
      for (const path of await filesOf(out, part)) if (!others.get(part)?.includes(path)) hashes[path] = await hashFile(join(out, path));
      record.parts[part] = hashes;
      await writeJson(file, record);
      return result;
    },
  };
}

/** Files in a part of an earlier tour that the tour did not write. They stay. */
async function othersIn(out: string, part: string, recorded: Record<string, string> | null | undefined): Promise<string[]> {
  const files = await filesOf(out, part);
  if (files.length === 0 || recorded === null) return [];
  if (recorded === undefined)
    throw new InputError('is there already and was not written by a tour; choose another folder with --out', { file: join(out, part) });
  for (const [path, hash] of Object.entries(recorded)) {
    if (files.includes(path) && (await hashFile(join(out, path))) !== hash)
      throw new InputError('was changed since the tour wrote it; choose another folder with --out', { file: join(out, path) });
  }
  return files.filter((path) => !(path in recorded));
}

async function filesOf(out: string, part: string): Promise<string[]> {
  const there = statSync(join(out, part), { throwIfNoEntry: false });
  if (!there?.isDirectory()) return there ? [part] : [];
  return (await listFiles(join(out, part))).map((file) => join(part, file));
}
