/** Writes the dataset folder (design: The one flow): splits, statements, ledger, statistics, proof, card, Croissant, report, and what else was asked for. */
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type CroissantField, croissant, renderCard } from '../../../build/dataset/index.ts';
import { createRandom, type LedgerRow } from '../../../core/index.ts';
import { createFolder, sha256, stableJson, writeFileAtomic, writeJson, writeJsonl, writeParquet } from '../../../files/index.ts';
import type { Statement } from '../../../statements/index.ts';
import type { BuildOptions } from '../actions/build-options.ts';
import type { SituatedGenExample } from '../row.ts';
import { boolQaRows } from './boolqa.ts';
import type { PairComparison } from './compare-pairs.ts';
import { datasetReport } from './dataset-report.ts';
import type { DatasetStats } from './dataset-stats.ts';
import { CITATION, describeDataset, SUMMARY } from './describe-dataset.ts';
import { auditRows, filterRows, writeRows } from './export-tasks.ts';
import { HYPER_PARAMETERS, trainingRows } from './export-training.ts';
import { proveSplits } from './prove-splits.ts';

export interface Dataset {
  examples: Record<string, SituatedGenExample[]>;
  statements: Statement[];
  ledger: LedgerRow[];
  stats: DatasetStats;
  comparison: PairComparison | null;
  sources: Record<string, string>;
  versions: Record<string, string>;
  config: Record<string, unknown>;
}

export interface WriteOptions extends BuildOptions {
  date: string;
  say(line: string): void;
}

export async function writeDataset(out: string, dataset: Dataset, options: WriteOptions): Promise<void> {
  await createFolder(out, { force: options.force, say: options.say }, async (folder) => {
    await writeRowFiles(folder, dataset);
    await writeExtras(folder, dataset, options);
    await writeDescriptions(folder, out, dataset, options);
  });
}

async function writeRowFiles(folder: string, { examples, statements, ledger, stats, comparison }: Dataset): Promise<void> {
  for (const [split, rows] of Object.entries(examples)) await writeJsonl(join(folder, `${split}.jsonl`), rows);
  await writeJsonl(join(folder, 'statements.jsonl'), statements);
  await writeJsonl(join(folder, 'ledger.jsonl'), ledger);
  await writeJson(join(folder, 'stats.json'), stats);
  await writeJson(join(folder, 'proof.json'), proveSplits(examples));
  if (!comparison) return;
  const { missed, ...summary } = comparison;
  await writeJson(join(folder, 'comparison.json'), summary);
  await writeJsonl(join(folder, 'missed.jsonl'), missed);
}

async function writeExtras(
  folder: string,
  { examples, statements }: Dataset,
  { format, parquet, boolqa, tasks, seed }: BuildOptions,
): Promise<void> {
  for (const [split, rows] of Object.entries(examples)) {
    for (const name of format) {
      await writeJsonl(
        join(folder, 'training', `${name}-${split}.jsonl`),
        trainingRows(rows, { format: name, bothOrders: split === 'train' }),
      );
    }
    if (parquet && rows.length > 0) await writeParquet(join(folder, `${split}.parquet`), rows.map(flat));
    if (boolqa) {
      const entities = new Map(statements.map((statement) => [statement.id, statement.entities]));
      await writeJsonl(
        join(folder, 'boolqa', `${split}.jsonl`),
        boolQaRows(rows, (id) => entities.get(id), { seed }),
      );
    }
  }
  if (format.length > 0) await writeJson(join(folder, 'training', 'hyper-parameters.json'), HYPER_PARAMETERS);
  const rows = {
    filter: () => filterRows(examples.test ?? [], { seed }),
    audit: () => auditRows(examples.dev ?? [], { seed }),
    write: () => writeRows(examples.test ?? [], { seed }),
  };
  for (const task of tasks) await writeJsonl(join(folder, 'tasks', `${task}.jsonl`), rows[task]());
}

/** Parquet holds lists as they are, but no undefined. */
function flat(example: SituatedGenExample): Record<string, unknown> {
  const { keywords, statement, ids, keywords_pos: places, statements, context, similarity } = example;
  return { keywords, statement, ids, keywords_pos: places ?? [], statements, context: context ?? null, similarity: similarity ?? null };
}

async function writeDescriptions(folder: string, out: string, dataset: Dataset, options: BuildOptions & { date: string }): Promise<void> {
  const { examples, stats, statements, config, sources, versions } = dataset;
  const name = options.name ?? basename(out);
  const used = new Set(Object.values(examples).flatMap((rows) => rows.flatMap(({ ids }) => ids)));
  const licences = [...new Set(statements.filter(({ id }) => used.has(id)).map(({ licence }) => licence ?? 'unknown'))].sort();
  const command = `sensebench build situatedgen ${Object.keys(sources)
    .map((given) => `--source ${given}`)
    .join(' ')} --seed ${options.seed} --out ${name}`;
  await writeFileAtomic(
    join(folder, 'README.md'),
    renderCard(describeDataset(stats, { name, licences, version: versions.sensebench, command, config })),
  );
  const shown = createRandom(`${options.seed}/report`).sample(examples.train ?? [], 20);
  const footer = `sensebench ${versions.sensebench}; ${command}`;
  await writeFileAtomic(join(folder, 'report.html'), datasetReport(stats, { name, examples: shown, footer }));
  const splits = Object.keys(examples);
  const files = await Promise.all([...splits, 'statements', 'ledger'].map((file) => describeFile(folder, `${file}.jsonl`)));
  await writeJson(
    join(folder, 'croissant.json'),
    croissant({
      name,
      description: SUMMARY,
      licences,
      url: options.url,
      creator: 'the builder of this copy',
      datePublished: options.date,
      version: `1.0.0+${sha256(stableJson(config)).slice(0, 8)}`,
      keywords: ['commonsense reasoning', 'text generation', 'geography', 'time'],
      citeAs: CITATION,
      files,
      recordSets: splits.map((split) => ({ name: split, file: `${split}.jsonl`, description: `examples of ${split}`, fields: FIELDS })),
      rai: {
        dataCollection: 'Derived from existing question-answering corpora by the steps that README.md describes.',
        dataBiases: 'Places of the source corpora are not spread evenly over the world; stats.json counts them by continent.',
        dataLimitations: 'Pairs are mined automatically; only a filtered test split was read by people.',
      },
    }),
  );
  await writeJson(join(folder, 'dataset.json'), {
    benchmark: 'situatedgen',
    config,
    seed: options.seed,
    versions,
    sources,
    splits: Object.fromEntries(splits.map((split, i) => [split, { rows: examples[split].length, sha256: files[i].sha256 }])),
  });
}

async function describeFile(folder: string, path: string) {
  const file = join(folder, path);
  return {
    path,
    description: DESCRIPTIONS[path] ?? `the ${path.replace('.jsonl', '')} split, one example a line`,
    encodingFormat: 'application/jsonlines',
    bytes: (await stat(file)).size,
    sha256: sha256(await readFile(file)),
  };
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'statements.jsonl': 'every statement that came as far as mining, with entities and keywords',
  'ledger.jsonl': 'what each step dropped, and why',
};

const FIELDS: readonly CroissantField[] = [
  { name: 'keywords', description: 'the input: keywords of both sentences in random order', dataType: 'sc:Text', array: -1 },
  { name: 'statement', description: 'the target: both sentences, one after the other', dataType: 'sc:Text' },
  { name: 'ids', description: 'the two statements, as source::split::n', dataType: 'sc:Text', array: 2 },
  { name: 'keywords_pos', description: 'the sentence, 0 or 1, that each keyword belongs to', dataType: 'sc:Integer', array: -1 },
  { name: 'statements', description: 'the two sentences', dataType: 'sc:Text', array: 2 },
  { name: 'context', description: 'GEO, TEMP or BOTH', dataType: 'sc:Text' },
  { name: 'similarity', description: 'cosine of the masked sentences', dataType: 'sc:Float' },
];
