/** Writes a dataset folder of any benchmark: rows, ledger, extra files, statistics, card, Croissant, page, manifest. */
import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { createRandom, InputError, type LedgerRow } from '@sensebench/metrics/internal/core';
import {
  createFolder,
  DATASET_FORMAT,
  hashFile,
  isInside,
  sha256,
  stableJson,
  writeFileAtomic,
  writeJson,
  writeJsonl,
} from '../../files/index.ts';
import { browseLedger, browseRows, MOST_DROPS, MOST_ROWS } from './browse-dataset.ts';
import { type CroissantFile, croissant } from './croissant.ts';
import { datasetCard } from './dataset-card.ts';
import { type DatasetContent, describePeople } from './dataset-content.ts';
import { datasetPage } from './dataset-page.ts';
import { createDropCounts } from './ledger.ts';
import { type RowField, rowFields } from './row-fields.ts';
import { createRowSample, type RowSample } from './sample-rows.ts';

export interface WriteDatasetOptions {
  /** Replace the dataset in an existing folder, that is, the files listed in its dataset.json. */
  force?: boolean;
  /** Receives messages about files that were left alone or renamed. */
  say?(line: string): void;
}

export interface WrittenDataset {
  rows: Record<string, number>;
  dropped: Record<string, Record<string, number>>;
}

const OWN = ['ledger.jsonl', 'stats.json', 'README.md', 'croissant.json', 'report.html', 'dataset.json'];
const FORMATS: Readonly<Record<string, string>> = {
  jsonl: 'application/jsonlines',
  json: 'application/json',
  jsonld: 'application/ld+json',
  parquet: 'application/vnd.apache.parquet',
};

export async function writeDataset<Row extends object>(
  out: string,
  made: DatasetContent<Row>,
  { force, say }: WriteDatasetOptions = {},
): Promise<WrittenDataset> {
  const content = withAddress(made);
  checkPaths(content);
  let written: WrittenDataset = { rows: {}, dropped: {} };
  await createFolder(out, { force, say }, async (folder) => {
    written = await fill(folder, out, content);
  });
  return written;
}

/** Facts in the owner's datasheet.yaml take precedence over those of the build. */
function withAddress<Row extends object>(content: DatasetContent<Row>): DatasetContent<Row> {
  const { name = content.name, licence, url = content.url, published = content.published } = content.datasheet ?? {};
  return { ...content, name, url, published, licences: licence === undefined ? content.licences : [licence] };
}

async function fill<Row extends object>(folder: string, out: string, content: DatasetContent<Row>): Promise<WrittenDataset> {
  const described = rowFields(content.row);
  const files: CroissantFile[] = [];
  const rows: Record<string, number> = {};
  const occurring: Record<string, RowField[]> = {};
  const undescribed = new Set<string>();
  const shown = createRowSample<object>({ most: MOST_ROWS, random: createRandom(`${content.seed}/page`) });
  for (const [split, source] of Object.entries(content.splits)) {
    const seen = new Set<string>();
    let count = 0;
    await writeJsonl(
      join(folder, `${split}.jsonl`),
      each(source, (row) => {
        for (const name of Object.keys(row)) seen.add(name);
        shown.add(split, row);
        count++;
      }),
    );
    rows[split] = count;
    occurring[split] = described.filter(({ name }) => seen.has(name));
    for (const name of seen) if (!described.some((field) => field.name === name)) undescribed.add(name);
    files.push(await describeFile(folder, `${split}.jsonl`, `the ${split} split, one row a line`));
  }
  const drops = createRowSample<LedgerLine>({ most: MOST_DROPS, random: createRandom(`${content.seed}/page of drops`) });
  const dropped = await writeLedger(join(folder, 'ledger.jsonl'), content.ledger, drops);
  files.push(await describeFile(folder, 'ledger.jsonl', 'what each step dropped, and why'));
  for (const { path, description, write } of content.extras ?? []) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await write(file);
    if (!existsSync(file)) throw new Error(`the extra file ${path} was not written`);
    files.push(await describeFile(folder, path, description));
  }
  await writeJson(join(folder, 'stats.json'), roundNumbers(content.stats));
  files.push(await describeFile(folder, 'stats.json', 'statistics'));
  const licences = knownLicences(content);
  const fields = described.filter(({ name }) => Object.values(occurring).some((list) => list.some((field) => field.name === name)));
  await writeFileAtomic(
    join(folder, 'README.md'),
    datasetCard(content, { rows, fields, whole: undescribed.size === 0, licences, dropped }),
  );
  await writeJson(join(folder, 'croissant.json'), metadata(content, { files, licences, occurring }));
  const browse = { rows: browseRows(shown, { fields, groups: content.groups, listed: content.listed }), ledger: browseLedger(drops) };
  await writeFileAtomic(join(folder, 'report.html'), datasetPage(content, { rows, dropped, browse }));
  for (const path of ['README.md', 'croissant.json', 'report.html']) files.push(await describeFile(folder, path, ''));
  await writeJson(join(folder, 'dataset.json'), manifest(out, content, { files, rows }));
  return { rows, dropped };
}

async function* each<Row>(rows: AsyncIterable<Row> | Iterable<Row>, see: (row: Row) => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    see(row);
    yield row;
  }
}

/** A row of the ledger, with its line in the file. */
interface LedgerLine {
  line: number;
  row: LedgerRow;
}

async function writeLedger(
  file: string,
  ledger: DatasetContent['ledger'],
  shown: RowSample<LedgerLine>,
): Promise<WrittenDataset['dropped']> {
  const drops = createDropCounts();
  let line = 0;
  await writeJsonl(
    file,
    each(ledger, (row) => {
      drops.add(row);
      shown.add(`${row.step}: ${row.rule}`, { line: ++line, row });
    }),
  );
  return drops.counts();
}

async function describeFile(folder: string, path: string, description: string): Promise<CroissantFile> {
  const file = join(folder, path);
  const encodingFormat = FORMATS[path.split('.').at(-1) ?? ''] ?? 'text/plain';
  return { path, description, encodingFormat, bytes: (await stat(file)).size, sha256: await hashFile(file) };
}

function knownLicences({ licences, sources }: DatasetContent): string[] {
  const known = licences ?? sources.flatMap(({ licence }) => (licence ? [licence] : []));
  return [...new Set(known.filter((licence) => licence !== '' && licence !== 'unknown'))].sort();
}

interface Described {
  files: readonly CroissantFile[];
  licences: readonly string[];
  occurring: Readonly<Record<string, readonly RowField[]>>;
}

function metadata(content: DatasetContent, { files, licences, occurring }: Described): Record<string, unknown> {
  const { name, summary, citation, config, sources, people } = content;
  const simulated = people.filter((one) => one.simulated).map(({ task }) => `The decisions of ${task} are simulated: no person gave them.`);
  return croissant({
    name,
    description: summary,
    licences,
    url: content.url,
    creator: content.creator,
    datePublished: content.published,
    version: `${content.datasheet?.version ?? '1.0.0'}+${sha256(stableJson({ config, sources })).slice(0, 8)}`,
    keywords: content.keywords ?? [],
    citeAs: citation,
    files,
    // A split without rows cannot be loaded.
    recordSets: Object.entries(occurring)
      .filter(([, fields]) => fields.length > 0)
      .map(([split, fields]) => ({ name: split, file: `${split}.jsonl`, description: `rows of ${split}`, fields })),
    rai: {
      dataCollection: content.collection,
      dataLimitations: [...simulated, content.limits].join(' '),
      ...(content.biases ? { dataBiases: content.biases } : {}),
      ...(people.length > 0 ? { dataAnnotationProtocol: people.map(describePeople).join(' ') } : {}),
    },
  });
}

function manifest(
  out: string,
  { benchmark, name, datasheet, config, seed, versions, sources, people }: DatasetContent,
  { files, rows }: { files: readonly CroissantFile[]; rows: Readonly<Record<string, number>> },
): Record<string, unknown> {
  const hashes = Object.fromEntries(files.map((file) => [file.path, { sha256: file.sha256, bytes: file.bytes }]));
  return {
    format: DATASET_FORMAT,
    benchmark: benchmark.name,
    ...(benchmark.module === undefined
      ? {}
      : { module: { path: relative(out, benchmark.module).split(sep).join('/'), sha256: benchmark.sha256 } }),
    name,
    ...(datasheet?.version ? { version: datasheet.version } : {}),
    ...(datasheet && datasheet.errata.length > 0 ? { errata: datasheet.errata } : {}),
    config,
    seed,
    versions,
    sources,
    people,
    splits: Object.fromEntries(
      Object.entries(rows).map(([split, count]) => [split, { rows: count, sha256: hashes[`${split}.jsonl`].sha256 }]),
    ),
    files: hashes,
  };
}

/** An extra file may neither replace another file nor be outside the folder. */
function checkPaths({ splits, extras = [] }: DatasetContent): void {
  const taken = new Set(OWN);
  for (const path of [...Object.keys(splits).map((split) => `${split}.jsonl`), ...extras.map((extra) => extra.path)]) {
    if (!isInside(path)) throw new InputError(`"${path}" cannot be a file of a dataset folder`);
    if (taken.has(path)) throw new InputError(`"${path}" occurs twice`);
    taken.add(path);
  }
}

/** Rounds to twelve digits, because the last of seventeen digits of powers and logarithms differs between versions of Node. */
function roundNumbers(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(12));
  if (Array.isArray(value)) return value.map(roundNumbers);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, roundNumbers(each)]));
}
