/** Files beside the splits of a SituatedGen dataset: statements, proof, training files, Parquet, true/false, tasks. */

import type { LedgerRow } from '@sensebench/metrics/internal/core';
import type { DatasetExtra, DatasetSource } from '../../../build/dataset/index.ts';
import { writeFileAtomic, writeJson, writeJsonl, writeParquet } from '../../../files/index.ts';
import type { BuildOptions } from '../build-options.ts';
import type { ExampleRows, SituatedGenExample } from '../row.ts';
import { auditTask } from '../tasks/audit.ts';
import { filterTask } from '../tasks/filter.ts';
import { writeTask } from '../tasks/write.ts';
import type { PairComparison } from './compare-pairs.ts';
import type { DatasetStats, StatementRows } from './dataset-stats.ts';
import { auditRows, boolQaRows, filterRows, writeRows } from './export-tasks.ts';
import { HYPER_PARAMETERS, trainingRows } from './export-training.ts';
import { proveSplits, type SplitProof } from './prove-splits.ts';

export function extraFiles(
  { examples, statements, comparison, stats }: Pick<BuiltDataset, 'examples' | 'statements' | 'comparison' | 'stats'>,
  { format, parquet, boolqa, tasks, seed }: Pick<BuildOptions, 'format' | 'parquet' | 'boolqa' | 'tasks' | 'seed'>,
): DatasetExtra[] {
  const extras: DatasetExtra[] = [
    lines('statements.jsonl', 'every statement that came as far as mining, with entities and keywords', () => statements),
    json('proof.json', 'the proof that no statement is in two splits, and what of the keywords train does not have', () =>
      proveSplits(examples, unseenOf(stats)),
    ),
  ];
  if (comparison) {
    const { missed, ...summary } = comparison;
    extras.push(json('comparison.json', 'which of the given released pairs were found', () => summary));
    extras.push(lines('missed.jsonl', 'given released pairs that were not found, with the rule that lost them', () => missed));
  }
  for (const [split, rows] of Object.entries(examples)) {
    for (const name of format) {
      const training = () => trainingRows(rows, { format: name, bothOrders: split === 'train' });
      extras.push(lines(`training/${name}-${split}.jsonl`, `${split} as ${name} training rows`, training));
    }
    if (parquet && rows.length > 0) {
      const write = (file: string) => writeParquet(file, Array.from(rows, flat));
      extras.push({ path: `${split}.parquet`, description: `the ${split} split as Parquet`, write });
    }
    if (boolqa) {
      const swapped = () => boolQaRows(rows, (id) => statements.find(id)?.entities, { seed });
      extras.push(lines(`boolqa/${split}.jsonl`, `${split} as true or false, with swapped entities`, swapped));
    }
  }
  if (format.length > 0) extras.push(json('training/hyper-parameters.json', 'hyper-parameters of the paper', () => HYPER_PARAMETERS));
  const taskRows = {
    filter: () => filterRows([...(examples.test ?? [])], { seed }),
    audit: () => auditRows([...(examples.dev ?? [])], { seed }),
    write: () => writeRows([...(examples.test ?? [])], { seed }),
  };
  const guidelines = { filter: filterTask.guideline, audit: auditTask.guideline, write: writeTask.guideline };
  for (const task of tasks) {
    extras.push(lines(`tasks/${task}.jsonl`, `what annotators of the task ${task} are shown`, taskRows[task]));
    extras.push({
      path: `tasks/${task}.md`,
      description: `what annotators of the task ${task} read before they begin`,
      write: (file) => writeFileAtomic(file, `# ${task}\n\n${guidelines[task]}\n`),
    });
  }
  return extras;
}

/** Already counted with the other statistics. */
function unseenOf({ splits }: DatasetStats): SplitProof['unseen'] {
  return Object.fromEntries(Object.entries(splits).flatMap(([name, { unseen }]) => (unseen ? [[name, unseen]] : [])));
}

function lines(path: string, description: string, rows: () => Iterable<object>): DatasetExtra {
  return { path, description, write: (file) => writeJsonl(file, rows()) };
}

function json(path: string, description: string, value: () => object | Promise<object>): DatasetExtra {
  return { path, description, write: async (file) => writeJson(file, await value()) };
}

/** Parquet stores lists directly, but not undefined. */
function flat(example: SituatedGenExample): Record<string, unknown> {
  const { keywords, statement, ids, keywords_pos: places, statements, context, similarity, contrast } = example;
  return {
    keywords,
    statement,
    ids,
    keywords_pos: places ?? [],
    statements,
    context: context ?? null,
    similarity: similarity ?? null,
    contrast: contrast ?? null,
  };
}

/** The result of a SituatedGen build, before it is written. */
export interface BuiltDataset {
  examples: Record<string, ExampleRows>;
  statements: StatementRows;
  ledger: AsyncIterable<LedgerRow>;
  stats: DatasetStats;
  comparison: PairComparison | null;
  /** How many decisions people made on the test split. */
  decisions: number;
  /** Whether the decisions are those of the people who wrote the statements. */
  readByAuthors: boolean;
  sources: readonly DatasetSource[];
  versions: Record<string, string>;
  config: Record<string, unknown>;
}
