/** Reads SituatedGen examples in the released layout: a file, or a dataset folder with its splits and statements. */
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InputError, type TextEntity } from '@sensebench/metrics/internal/core';
import { checkDatasetFormat, hashFile, readRows } from '../../files/index.ts';
import { statementsReader } from '../../statements/sources/index.ts';
import { type SituatedGenExample, situatedGenExampleSchema } from './row.ts';

export interface ExampleFile {
  /** The file's name without its ending. */
  name: string;
  path: string;
  examples: SituatedGenExample[];
}

const SPLITS = ['train', 'dev', 'test'];

export async function readExampleFiles(paths: readonly string[]): Promise<ExampleFile[]> {
  const files = paths.flatMap((path) => {
    if (path === '-' || !existsSync(path) || !statSync(path).isDirectory()) return [path];
    checkDatasetFormat(path);
    const splits = SPLITS.map((split) => join(path, `${split}.jsonl`)).filter((file) => existsSync(file) && statSync(file).size > 0);
    if (splits.length === 0)
      throw new InputError('has no examples', { file: path, expected: 'train.jsonl, dev.jsonl or test.jsonl in it' });
    return splits;
  });
  const taken = new Map<string, number>();
  return Promise.all(
    files.map(async (path) => {
      const base = path === '-' ? 'stdin' : basename(path).replace(/(\.jsonl|\.json)?(\.gz)?$/, '');
      const times = (taken.get(base) ?? 0) + 1;
      taken.set(base, times);
      return { name: times > 1 ? `${base}-${times}` : base, path, examples: await readRows(path, situatedGenExampleSchema) };
    }),
  );
}

/** The hashes that the `dataset` of a decision may have; none for standard input. */
export function hashExampleFiles(files: readonly ExampleFile[]): Promise<string[]> {
  return Promise.all(files.filter(({ path }) => path !== '-').map(({ path }) => hashFile(path)));
}

/** Entities by statement id, from statement files and from the `statements.jsonl` of dataset folders. */
export async function readEntities(statements: readonly string[], datasets: readonly string[]): Promise<Map<string, TextEntity[]>> {
  const beside = datasets.map((path) => join(path, 'statements.jsonl')).filter((path) => existsSync(path));
  const entities = new Map<string, TextEntity[]>();
  for (const path of [...beside, ...statements]) {
    for await (const row of statementsReader.read(path, () => undefined)) if (row?.entities) entities.set(row.id, row.entities);
  }
  return entities;
}
