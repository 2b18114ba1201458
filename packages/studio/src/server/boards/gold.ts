/** The gold of a competition: collected from dataset folders as files for the store, and read back as items and people's answers. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { withHumanAnswers } from 'sensebench/internal/annotate';
import { type Benchmark, InputError, type Item } from 'sensebench/internal/core';
import { hashFile, isInside, parseJson, readDatasetManifest, sha256 } from 'sensebench/internal/files';
import type { CompetitionData, GoldFiles } from '../../leaderboard/index.ts';

/** Files with people's answers, next to the splits of a dataset. */
const ANSWERS = ['ratings.jsonl', 'decisions.jsonl'];

export interface CollectedGold {
  /** `1/dataset.json`, `1/test.jsonl`, `2/…`: one folder per dataset. */
  files: GoldFiles;
  /** Hash of the manifests. */
  manifest: string;
}

/** Refuses splits that do not match the hash in their manifest. */
export async function collectGold(paths: readonly string[]): Promise<CollectedGold> {
  const files: Record<string, Uint8Array> = {};
  const manifests: string[] = [];
  for (const [i, path] of paths.entries()) {
    const manifest = await readDatasetManifest(path);
    const names = Object.keys(manifest.splits).map((split) => `${split}.jsonl`);
    for (const [split, { sha256: expected }] of Object.entries(manifest.splits)) {
      const file = join(path, `${split}.jsonl`);
      if (!isInside(`${split}.jsonl`) || !existsSync(file)) throw new InputError(`${split}.jsonl is missing`, { file: path });
      if ((await hashFile(file)) !== expected)
        throw new InputError(`${split}.jsonl has changed since the dataset was built`, { file: path });
    }
    const also = ANSWERS.filter((name) => existsSync(join(path, name)));
    for (const name of ['dataset.json', ...names, ...also]) files[`${i + 1}/${name}`] = new Uint8Array(await readFile(join(path, name)));
    manifests.push(sha256(files[`${i + 1}/dataset.json`]));
  }
  return { files, manifest: manifests.length === 1 ? manifests[0] : sha256(manifests.join('\n')) };
}

export interface Gold extends CompetitionData {
  benchmark: Benchmark;
  /** One item per person who answered it, with the answer in `meta`; null if nobody did. */
  people(items: readonly Item[]): Promise<Item[] | null>;
}

/** Reads the files in a temporary folder. */
export async function readGold(files: GoldFiles, benchmark: Benchmark): Promise<Gold> {
  const splits = await inFolder(files, async (folder, parts) => {
    const read: Record<string, Item[]> = {};
    const ids = new Set<string>();
    for (const part of parts) {
      for (const split of splitsOf(files, part)) {
        for await (const item of benchmark.read(join(folder, part), { split })) {
          const key = `${split}\0${item.id}`;
          if (ids.has(key)) throw new InputError(`the item "${item.id}" is in two of the datasets`);
          ids.add(key);
          read[split] ??= [];
          read[split].push(item);
        }
      }
    }
    return read;
  });
  return { splits, benchmark, people: (items) => peopleOf(files, { benchmark, items }) };
}

async function peopleOf(files: GoldFiles, { benchmark, items }: { benchmark: Benchmark; items: readonly Item[] }): Promise<Item[] | null> {
  const sources = Object.keys(files).filter((name) => ANSWERS.some((answers) => name.endsWith(`/${answers}`)));
  if (sources.length === 0) return items.some(({ references }) => references.length > 1) ? withHumanAnswers(benchmark, items) : null;
  const answered = await inFolder(files, async (folder) => {
    const ofAllSources: Item[] = [];
    for (const source of sources) {
      try {
        ofAllSources.push(...(await withHumanAnswers(benchmark, items, join(folder, source))));
      } catch (error) {
        // The people of another dataset have answered none of these items.
        if (!(error instanceof InputError)) throw error;
      }
    }
    return ofAllSources;
  });
  return answered.length > 0 ? answered : null;
}

function splitsOf(files: GoldFiles, part: string): string[] {
  const place = `${part}/dataset.json`;
  const manifest = parseJson(new TextDecoder().decode(files[place]), { file: place });
  const splits = typeof manifest === 'object' && manifest !== null && 'splits' in manifest ? Object.keys(Object(manifest.splits)) : [];
  return splits.filter((split) => Object.hasOwn(files, `${part}/${split}.jsonl`));
}

/** Runs `work` in a private temporary folder with the files, and always removes it afterwards. */
async function inFolder<T>(files: GoldFiles, work: (folder: string, parts: string[]) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sensebench-gold-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      if (!isInside(name)) throw new InputError(`${JSON.stringify(name)} is outside of its folder`);
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content, { mode: 0o600 });
    }
    const parts = [...new Set(Object.keys(files).map((name) => name.split('/')[0]))].sort((a, b) => Number(a) - Number(b));
    return await work(folder, parts);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
