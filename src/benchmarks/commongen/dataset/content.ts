/** A built CommonGen dataset as content for the writer of dataset folders. */
import type { DatasetContent, DatasetExtra, DatasetPeople, DatasetSource } from '../../../build/dataset/index.ts';
import type { LedgerRow } from '../../../core/index.ts';
import { writeJson, writeJsonl } from '../../../files/index.ts';
import type { BuildOptions } from '../build-options.ts';
import { type CommonGenRow, commonGenRowSchema, conceptsOf } from '../row.ts';
import { datasetSections } from './dataset-report.ts';
import type { DatasetStats } from './dataset-stats.ts';
import { answers } from './datasheet.ts';
import { trainingRows } from './export-training.ts';
import { DECODING, MODEL_SETTINGS, TUNING } from './hyper-parameters.ts';
import type { ReferenceTaskRow } from './reference-tasks.ts';

export interface BuiltDataset {
  splits: Record<'train' | 'dev' | 'test', CommonGenRow[]>;
  ledger: LedgerRow[];
  /** The task for workers who write references. */
  tasks: ReferenceTaskRow[];
  /** Dev and test are sets that people wrote for, not drawn ones. */
  written: boolean;
  stats: DatasetStats;
  sources: readonly DatasetSource[];
  config: Record<string, unknown>;
  versions: Record<string, string>;
}

export function datasetContent(built: BuiltDataset, name: string, options: BuildOptions): DatasetContent<CommonGenRow> {
  const { splits, ledger, stats, sources, config, versions } = built;
  const { seed, url, published, licence } = options;
  const people = peopleOf(built);
  return {
    benchmark: { name: 'commongen' },
    name,
    summary: 'Concept-sets of three to five everyday words, each with sentences that describe a scene with all of them.',
    citation:
      'Lin et al., CommonGen: A Constrained Text Generation Challenge for Generative Commonsense Reasoning, Findings of EMNLP 2020 (the method)',
    collection: `${built.written ? 'Training sets' : 'Concept-sets'} were mined from captions and sampled by |S(x)| × diversity × ρ(x) (the score of the paper, section 3.1).${built.written ? ' Dev and test are written sets, divided at random in the mix of sizes that was asked for.' : ''}`,
    limits: `References of train are captions${limitsOf(built)}. Nobody checked that a caption makes sense.`,
    keywords: ['commonsense reasoning', 'constrained text generation'],
    categories: ['text-generation'],
    row: commonGenRowSchema,
    splits,
    ledger,
    stats,
    sources,
    people,
    extras: extraFiles(built, options),
    answers: answers(stats, built),
    page: { sections: datasetSections(stats) },
    groups: { size: (row) => String(conceptsOf(row).length), references: ({ reason }) => (reason ? 'written by people' : 'captions') },
    config,
    seed,
    versions,
    licences: licence ? [licence] : [],
    url,
    published,
  };
}

function limitsOf({ stats: { withoutPeople } }: BuiltDataset): string {
  if (withoutPeople === null) return ', and so are those of dev and test';
  return withoutPeople > 0 ? '; so are those of dev and test that nobody wrote for' : '';
}

/** Rows with rationales are those that people wrote. */
function peopleOf({ splits, stats, written: all }: BuiltDataset): DatasetPeople[] {
  if (stats.withoutPeople === null) return [];
  const written = [...splits.dev, ...splits.test].filter(({ reason }) => all || reason !== undefined);
  const sentences = written.reduce((sum, { scene }) => sum + scene.length, 0);
  const text = all
    ? `All ${sentences} references of the ${written.length} sets of dev and test were written for their set; none is a caption. ${stats.missingConcepts?.references ?? 0} of them lack a concept of their set.`
    : `People wrote ${sentences} references of ${written.length} sets of dev and test; ${stats.withoutPeople} sets without keep their captions. ${stats.missingConcepts?.references ?? 0} of the references lack a concept of their set.`;
  return [{ task: 'commongen/references', annotators: null, decisions: sentences, simulated: false, text }];
}

function extraFiles({ splits, tasks }: BuiltDataset, { format: formats, orders, seed }: BuildOptions): DatasetExtra[] {
  const training = formats.flatMap((format) =>
    Object.entries(splits).map(
      ([split, rows]): DatasetExtra => ({
        path: `training/${format}-${split}.jsonl`,
        description: `${split} as ${format} training rows`,
        write: (file) => writeJsonl(file, trainingRows(rows, { format, orders: split === 'train' ? orders : 1, seed })),
      }),
    ),
  );
  const settings = { models: MODEL_SETTINGS, tuning: TUNING, decoding: DECODING, ours: { seed, orders } };
  return [
    ...(tasks.length > 0
      ? [
          {
            path: 'reference-task.jsonl',
            description: 'what people are shown who write references',
            write: (file: string) => writeJsonl(file, tasks),
          },
        ]
      : []),
    ...training,
    ...(training.length > 0
      ? [
          {
            path: 'training/hyper-parameters.json',
            description: "sizes and hyper-parameters of the paper's twelve models, and the seed of these files",
            write: (file: string) => writeJson(file, settings),
          },
        ]
      : []),
  ];
}
