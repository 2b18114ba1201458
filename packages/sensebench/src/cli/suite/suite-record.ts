/** suite.json: which runs of a suite are finished, and with which options and files, so that a rerun skips them. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { hashFile, readJson, scoresSchema, sha256, splitFile, stableJson, writeJson } from '../../files/index.ts';
import { pathInModel } from '../../runners/models/index.ts';
import type { SuiteRun } from './suite-file.ts';

const recordSchema = z.object({ format: z.literal(1), runs: z.record(z.string(), z.string()) });
const completeSchema = scoresSchema.extend({ incomplete: z.unknown().optional() });

export interface SuiteRecord {
  isFinished(run: SuiteRun): Promise<boolean>;
  finish(run: SuiteRun): Promise<void>;
}

export async function openSuiteRecord(out: string, version: string): Promise<SuiteRecord> {
  const file = join(out, 'suite.json');
  const { runs } = existsSync(file) ? await readJson(file, recordSchema) : { runs: {} as Record<string, string> };
  return {
    async isFinished(run) {
      // The files in a model's folder are hashed by its runner alone.
      const folder = (await pathInModel(run.options.model))?.path;
      if (folder !== undefined && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
      if (runs[run.name] !== (await fingerprint(run, version))) return false;
      const scores = join(run.folder, 'scores.json');
      return existsSync(scores) && (await readJson(scores, completeSchema)).incomplete === undefined;
    },
    async finish(run) {
      runs[run.name] = await fingerprint(run, version);
      await writeJson(file, { format: 1, runs });
    },
  };
}

/** Changes with the options, with the content of every file that they name, and with the version that scored. */
async function fingerprint({ options }: SuiteRun, version: string): Promise<string> {
  const { dataset, train, model, benchmark } = options;
  const split = typeof options.split === 'string' ? options.split : undefined;
  const named = (await pathInModel(model))?.path;
  const files = [
    splitOf(dataset, split),
    ...(typeof train === 'string' ? [splitOf(train, 'train')] : []),
    splitOf(dataset, 'train'),
    named,
    benchmark,
  ];
  const hashes = await Promise.all(
    files.map(async (file) => (file && existsSync(file) && statSync(file).isFile() ? hashFile(file) : null)),
  );
  return sha256(stableJson({ options, hashes, version }));
}

function splitOf(path: string, split: string | undefined): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? splitFile(path, split) : path;
}
