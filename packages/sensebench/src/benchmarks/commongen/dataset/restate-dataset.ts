/** Describes a CommonGen dataset again after people changed its rows: Table 1, unseen compositions, and the files derived from the rows. */

import type { ChangedDataset, RestatedDataset, ToolNeeds, Tools } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readStats } from '../../../build/dataset/index.ts';
import { readJson, writeJsonl } from '../../../files/index.ts';
import { type CommonGenRow, commonGenRowSchema, conceptsOf } from '../item.ts';
import { countMissing } from '../missing-concepts.ts';
import { analysedSplit, setFigures, toSplit } from '../set-figures.ts';
import { referencesTask } from '../tasks/references.ts';
import { answers } from './content.ts';
import { datasetSections } from './dataset-report.ts';
import { countShared, type DatasetStats, proveUnseen, spreadOf } from './dataset-stats.ts';
import { TRAINING_FORMATS, trainingRows } from './export-training.ts';

/** Statistics that do not come from the rows: the captions, the vocabulary, the scores of the sets. */
const STATS = ['captions', 'vocabulary', 'concepts', 'candidates', 'best'] as const;

const settingsSchema = z.looseObject({ ours: z.looseObject({ orders: z.number() }) });

export async function restateDataset(changed: ChangedDataset, load: (needs: ToolNeeds) => Promise<Tools>): Promise<RestatedDataset> {
  const before = readStats<DatasetStats>(changed.stats, STATS);
  const rowsOf = (split: string) => (changed.splits[split] ?? []).map((row) => commonGenRowSchema.parse(row));
  const splits = { train: rowsOf('train'), dev: rowsOf('dev'), test: rowsOf('test') };
  const tools = await load({ analyse: true, wordnet: true });
  const train = await analysedSplit(splits.train, tools);
  const figures = Object.entries(splits).map(([name, rows]) => [name, setFigures(toSplit(rows), name === 'train' ? undefined : train)]);
  const held = [...splits.dev, ...splits.test];
  const people = changed.task === referencesTask.name ? await peopleFigures(held, { changed, before, tools }) : {};
  const stats: DatasetStats = {
    ...before,
    ...people,
    splits: Object.fromEntries(figures),
    sharedSentences: countShared(held, train.sentences),
    sharedDevTest: countShared(
      splits.dev,
      splits.test.flatMap(({ scene }) => scene),
    ),
    ...spreadOf(Object.values(splits).flat()),
    unseen: proveUnseen(splits),
  };
  const written = changed.config.written === true;
  return {
    row: commonGenRowSchema,
    stats,
    limits: `References of train are captions${stats.withoutPeople === null ? ', and so are those of dev and test' : stats.withoutPeople > 0 ? '; so are those of dev and test that nobody wrote for' : ''}. Nobody checked that a caption makes sense.`,
    answers: answers(stats, { config: changed.config, written }),
    sections: datasetSections(stats),
    groups: {
      size: (row) => String(conceptsOf(commonGenRowSchema.parse(row)).length),
      references: (row) => ('reason' in row ? 'written by people' : 'captions'),
    },
    extras: await trainingFiles(splits, changed),
  };
}

async function peopleFigures(
  held: readonly CommonGenRow[],
  { changed, before, tools }: { changed: ChangedDataset; before: DatasetStats; tools: Tools },
): Promise<Pick<DatasetStats, 'withoutPeople' | 'missingConcepts'>> {
  const decided = new Set(changed.decisions.map(({ item }) => item.replace(/@\d+$/, '')));
  const written = held.filter((row) => row.reason !== undefined || decided.has([...conceptsOf(row)].sort().join('#')));
  const missing = await countMissing(written, tools);
  return { withoutPeople: before.withoutPeople === 0 ? 0 : held.length - written.length, missingConcepts: missing };
}

async function trainingFiles(splits: Readonly<Record<string, readonly CommonGenRow[]>>, { files, path, seed }: ChangedDataset) {
  const formats = TRAINING_FORMATS.filter((format) => files.some((file) => file.startsWith(`training/${format}-`)));
  if (formats.length === 0) return [];
  const { ours } = await readJson(path('training/hyper-parameters.json'), settingsSchema);
  return formats.flatMap((format) =>
    Object.entries(splits).map(([split, rows]) => ({
      path: `training/${format}-${split}.jsonl`,
      description: `${split} as ${format} training rows`,
      write: (file: string) => writeJsonl(file, trainingRows(rows, { format, orders: split === 'train' ? ours.orders : 1, seed })),
    })),
  );
}
