/** Rewrites a dataset after people changed its rows: rows, ledger, statistics, card, page and manifest. The earlier state is kept. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LedgerRow, RestatedDataset } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { listedFiles, readDatasetManifest } from '../../files/index.ts';
import type { DatasetContent, DatasetPeople } from './dataset-content.ts';
import type { ReadContent } from './read-content.ts';
import { DATASHEET_QUESTIONS, type Datasheet } from './read-datasheet.ts';
import { type WriteDatasetOptions, type WrittenDataset, writeDataset } from './write-dataset.ts';

export interface Rewriting extends Pick<WriteDatasetOptions, 'say'> {
  splits: Readonly<Record<string, readonly object[]>>;
  dropped: readonly LedgerRow[];
  people: DatasetPeople;
  /** A description of the change, for the manifest. */
  applied: Readonly<Record<string, unknown>>;
  /** The new description. Without it, only the numbers of rows in the statistics change. */
  restated?: RestatedDataset;
  datasheet?: Datasheet;
  versions?: Readonly<Record<string, string>>;
  /** Default: the folder itself. */
  out?: string;
}

export interface RewrittenDataset extends WrittenDataset {
  out: string;
  /** The folder of the earlier state, which is the folder itself if another one was written. */
  earlier: string;
}

export async function rewriteDataset(folder: string, before: ReadContent, rewriting: Rewriting): Promise<RewrittenDataset> {
  const { out = folder, say } = rewriting;
  const inPlace = out === folder;
  const content = newContent(before, rewriting);
  const earlier = inPlace ? await keepEarlier(folder) : folder;
  const written = await writeDataset(out, content, { force: inPlace, say });
  return { ...written, out, earlier };
}

function newContent(before: ReadContent, { splits, dropped, people, applied, restated, datasheet, versions }: Rewriting): DatasetContent {
  const { about, manifest } = before;
  const derived = new Set(restated?.extras?.map(({ path }) => path));
  const others = (manifest.people ?? []).filter(({ task }) => task !== people.task);
  const done: unknown = about.config.applied;
  const sheet = datasheet ?? about.datasheet;
  return {
    ...about,
    ...(restated?.summary ? { summary: restated.summary } : {}),
    ...(restated?.limits ? { limits: restated.limits } : {}),
    ...(restated?.biases ? { biases: restated.biases } : {}),
    row: restated?.row ?? z.looseObject({}),
    splits,
    ledger: [...before.ledger, ...dropped],
    stats: restated?.stats ?? {
      ...asObject(before.stats),
      rows: Object.fromEntries(Object.entries(splits).map(([name, rows]) => [name, rows.length])),
    },
    people: [
      ...others.map(({ task, annotators, decisions, simulated, text }) => ({ task, annotators, decisions, simulated, text })),
      people,
    ],
    extras: [...before.extras.filter(({ path }) => !derived.has(path)), ...(restated?.extras ?? [])],
    card: restated?.card,
    answers: restated?.answers && knownAnswers(restated.answers),
    ...(sheet ? { datasheet: sheet } : {}),
    page: restated?.sections && { sections: restated.sections },
    groups: restated?.groups,
    listed: restated?.listed,
    config: { ...about.config, applied: [...(Array.isArray(done) ? done : []), applied] },
    versions: { ...about.versions, ...versions },
  };
}

function knownAnswers(answers: NonNullable<RestatedDataset['answers']>): DatasetContent['answers'] {
  return Object.fromEntries(DATASHEET_QUESTIONS.flatMap(({ name }) => (answers[name] === undefined ? [] : [[name, answers[name]]])));
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Copies every file in the manifest to a folder beside the dataset: `my-dataset.before-1`. */
async function keepEarlier(folder: string): Promise<string> {
  const bare = folder.replace(/[\\/]+$/, '');
  let number = 1;
  while (existsSync(`${bare}.before-${number}`)) number++;
  const earlier = `${bare}.before-${number}`;
  const files = [...listedFiles(await readDatasetManifest(folder)).keys(), 'dataset.json'].filter((path) => existsSync(join(folder, path)));
  // The manifest comes last, so that an interrupted copy is not a dataset.
  for (const path of files) {
    await mkdir(dirname(join(earlier, path)), { recursive: true });
    await copyFile(join(folder, path), join(earlier, path));
  }
  return earlier;
}
