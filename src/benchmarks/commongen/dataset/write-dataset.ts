/** Writes the dataset folder (design: The one flow) of a CommonGen build: splits, ledger, statistics, card, Croissant, report. */
import { basename, join } from 'node:path';
import { type CroissantField, croissant, describeFile, renderCard, sizeCategory } from '../../../build/dataset/index.ts';
import type { LedgerRow } from '../../../core/index.ts';
import { createFolder, sha256, stableJson, writeFileAtomic, writeJson, writeJsonl } from '../../../files/index.ts';
import type { BuildOptions } from '../actions/build-options.ts';
import type { CommonGenRow } from '../row.ts';
import { datasetReport } from './dataset-report.ts';
import type { DatasetStats } from './dataset-stats.ts';
import { DECODING, HYPER_PARAMETERS, trainingRows } from './export-training.ts';
import type { ReferenceTaskRow } from './reference-tasks.ts';

export interface Dataset {
  splits: Record<'train' | 'dev' | 'test', CommonGenRow[]>;
  ledger: LedgerRow[];
  /** What workers are shown who write references. */
  tasks: ReferenceTaskRow[];
  stats: DatasetStats;
  sources: Record<string, string>;
  config: Record<string, unknown>;
  versions: Record<string, string>;
}

const CITATION =
  'Lin et al., CommonGen: A Constrained Text Generation Challenge for Generative Commonsense Reasoning, Findings of EMNLP 2020 (the method)';
const SUMMARY = 'Concept-sets of three to five everyday words, each with sentences that describe a scene with all of them.';
const FIELDS: readonly CroissantField[] = [
  { name: 'concept_set', description: 'the input: concepts joined by #', dataType: 'sc:Text' },
  { name: 'scene', description: 'reference sentences', dataType: 'sc:Text', array: -1 },
  { name: 'reason', description: 'the rationale of each reference that a person wrote', dataType: 'sc:Text', array: -1 },
];

export interface WriteOptions extends BuildOptions {
  date: string;
  say(line: string): void;
}

export async function writeDataset(options: WriteOptions, dataset: Dataset): Promise<void> {
  const { splits, ledger, tasks, stats, sources, config, versions } = dataset;
  const name = options.name ?? basename(options.out);
  await createFolder(options.out, { force: options.force, say: options.say }, async (folder) => {
    for (const [split, rows] of Object.entries(splits)) await writeJsonl(join(folder, `${split}.jsonl`), rows);
    await writeJsonl(join(folder, 'ledger.jsonl'), ledger);
    await writeJsonl(join(folder, 'reference-task.jsonl'), tasks);
    for (const format of options.format) {
      for (const [split, rows] of Object.entries(splits)) {
        const orders = split === 'train' ? options.orders : 1;
        await writeJsonl(join(folder, 'training', `${format}-${split}.jsonl`), trainingRows(rows, { format, orders, seed: options.seed }));
      }
    }
    if (options.format.length > 0)
      await writeJson(join(folder, 'training', 'hyper-parameters.json'), { models: HYPER_PARAMETERS, decoding: DECODING });
    await writeJson(join(folder, 'stats.json'), stats);
    await writeFileAtomic(join(folder, 'README.md'), renderCard(describe(name, dataset)));
    await writeFileAtomic(
      join(folder, 'report.html'),
      datasetReport(stats, { name, splits, footer: `sensebench ${versions.sensebench}; seed ${options.seed}` }),
    );
    const names = Object.keys(splits);
    const files = await Promise.all(
      names.map((split) => describeFile(folder, `${split}.jsonl`, `the ${split} split, one concept-set a line`)),
    );
    await writeJson(
      join(folder, 'croissant.json'),
      croissant({
        name,
        description: SUMMARY,
        licences: ['unknown'],
        url: options.url,
        creator: 'the builder of this copy',
        datePublished: options.date,
        version: `1.0.0+${sha256(stableJson(config)).slice(0, 8)}`,
        keywords: ['commonsense reasoning', 'constrained text generation'],
        citeAs: CITATION,
        files,
        recordSets: names.map((split) => ({
          name: split,
          file: `${split}.jsonl`,
          description: `concept-sets of ${split}`,
          fields: FIELDS,
        })),
        rai: {
          dataCollection: 'Concept-sets were mined from captions and sampled by the score that README.md gives.',
          dataLimitations: 'References of train are captions; those of dev and test too, unless people wrote them.',
        },
      }),
    );
    await writeJson(join(folder, 'dataset.json'), {
      benchmark: 'commongen',
      config,
      seed: options.seed,
      versions,
      sources,
      splits: Object.fromEntries(names.map((split, i) => [split, { rows: splits[split as 'train'].length, sha256: files[i].sha256 }])),
    });
  });
}

function describe(name: string, { splits, stats, config }: Dataset) {
  const people =
    stats.withoutPeople === null
      ? 'captions'
      : `sentences that people wrote (${stats.withoutPeople} sets without, which keep their captions)`;
  return {
    title: name,
    summary: SUMMARY,
    frontMatter: {
      language: ['en'],
      task_categories: ['text-generation'],
      size_categories: [sizeCategory(Object.values(splits).reduce((sum, rows) => sum + rows.length, 0))],
      tags: ['commonsense', 'constrained-generation'],
    },
    sections: [
      {
        title: 'Composition',
        questions: [
          {
            question: 'What is a row?',
            answer:
              'A concept-set (`concept_set`, joined by #) with reference sentences (`scene`) and, where people wrote them, rationales (`reason`).',
          },
          {
            question: 'How many are there?',
            answer: Object.entries(splits)
              .map(([split, rows]) => `${split} ${rows.length}`)
              .join(', '),
          },
          { question: 'What are the references?', answer: `In train captions; in dev and test ${people}.` },
          {
            question: 'What is unseen in train?',
            answer: `By construction ${String(config.unseen)} of dev and test; stats.json has the check of every one.`,
          },
        ],
      },
      {
        title: 'Collection',
        questions: [
          {
            question: 'Where do the concepts come from?',
            answer: `Nouns and verbs of ${stats.captions} captions that are in ${stats.vocabulary}: ${stats.concepts} concepts.`,
          },
          {
            question: 'How were the sets chosen?',
            answer: `${stats.candidates} sets occur in at least ${String(config.least)} captions; they were sampled by score(x) = |S(x)| × diversity × ρ(x) (CommonGen, section 3.1).`,
          },
        ],
      },
    ],
  };
}
