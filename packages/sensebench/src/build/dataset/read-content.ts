/** Reads a dataset folder as content for the writer, from its manifest, card, Croissant file, ledger and statistics. */
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InputError, type LedgerRow } from '@sensebench/metrics/internal/core';
import { parse } from 'yaml';
import { z } from 'zod';
import {
  type DatasetManifest,
  ledgerRowSchema,
  listedFiles,
  parseWith,
  readDatasetManifest,
  readJson,
  readJsonl,
  readText,
} from '../../files/index.ts';
import type { DatasetContent, DatasetExtra } from './dataset-content.ts';

const croissantSchema = z.looseObject({
  description: z.string(),
  citeAs: z.string(),
  keywords: z.array(z.string()).default([]),
  license: z.array(z.string()).default([]),
  url: z.string().optional(),
  datePublished: z.string().optional(),
  creator: z.looseObject({ name: z.string() }).optional(),
  'rai:dataCollection': z.string().default(''),
  'rai:dataLimitations': z.string().default(''),
  'rai:dataBiases': z.string().optional(),
  distribution: z.array(z.looseObject({ '@id': z.string(), description: z.string().optional() })).default([]),
});

const frontMatterSchema = z.looseObject({ pretty_name: z.string().optional(), task_categories: z.array(z.string()).optional() });

export interface ReadContent {
  manifest: DatasetManifest;
  /** By split, in the order of the manifest. */
  splits: Record<string, object[]>;
  ledger: LedgerRow[];
  stats: unknown;
  /** Everything that does not depend on the rows. */
  about: Omit<DatasetContent, 'row' | 'splits' | 'ledger' | 'stats' | 'people'>;
  /** Every file except those that the writer makes, unchanged. */
  extras: DatasetExtra[];
}

const WRITTEN = /^(ledger\.jsonl|stats\.json|README\.md|croissant\.json|report\.html|dataset\.json)$/;

export async function readContent(folder: string): Promise<ReadContent> {
  const manifest = await readDatasetManifest(folder);
  const described = await readJson(join(folder, 'croissant.json'), croissantSchema);
  const front = await frontMatter(join(folder, 'README.md'));
  const splits: Record<string, object[]> = {};
  for (const split of Object.keys(manifest.splits)) {
    splits[split] = [];
    for await (const { value } of readJsonl(join(folder, `${split}.jsonl`), z.looseObject({}))) splits[split].push(value);
  }
  const ledger: LedgerRow[] = [];
  if (existsSync(join(folder, 'ledger.jsonl')))
    for await (const { value } of readJsonl(join(folder, 'ledger.jsonl'), ledgerRowSchema)) ledger.push(value);
  const { pretty_name: title, task_categories: categories } = front;
  const name = manifest.name ?? title ?? manifest.benchmark;
  const { versions, config, seed, sources, module, version, errata } = manifest;
  return {
    manifest,
    splits,
    ledger,
    stats: await readJson(join(folder, 'stats.json'), z.unknown()),
    about: {
      benchmark: { name: manifest.benchmark, ...(module ? { module: resolve(folder, module.path), sha256: module.sha256 } : {}) },
      name,
      ...(title && title !== name ? { title } : {}),
      summary: described.description,
      citation: described.citeAs,
      collection: described['rai:dataCollection'],
      limits: described['rai:dataLimitations'].replace(/^(The decisions of \S+ are simulated: no person gave them\. )+/, ''),
      ...(described['rai:dataBiases'] ? { biases: described['rai:dataBiases'] } : {}),
      keywords: described.keywords,
      ...(categories ? { categories } : {}),
      licences: described.license.map((licence) => licence.replace('https://spdx.org/licenses/', '')),
      config,
      seed,
      versions,
      sources,
      ...(described.url ? { url: described.url } : {}),
      ...(described.creator ? { creator: described.creator.name } : {}),
      ...(described.datePublished ? { published: described.datePublished } : {}),
      ...(version || errata ? { datasheet: { ...(version ? { version } : {}), errata: errata ?? [], answers: {} } } : {}),
    },
    extras: otherFiles(folder, manifest, new Map(described.distribution.map((file) => [file['@id'], file.description ?? '']))),
  };
}

function otherFiles(folder: string, manifest: DatasetManifest, descriptions: ReadonlyMap<string, string>): DatasetExtra[] {
  const splits = new Set(Object.keys(manifest.splits).map((split) => `${split}.jsonl`));
  return [...listedFiles(manifest).keys()]
    .filter((path) => !splits.has(path) && !WRITTEN.test(path) && existsSync(join(folder, path)))
    .map((path) => ({ path, description: descriptions.get(path) ?? '', write: (file) => copyFile(join(folder, path), file) }));
}

async function frontMatter(file: string): Promise<z.infer<typeof frontMatterSchema>> {
  if (!existsSync(file)) return {};
  const [, yaml] = /^---\n([\s\S]*?)\n---/.exec(await readText(file)) ?? [];
  return yaml === undefined ? {} : parseWith(frontMatterSchema, parse(yaml), { file });
}

/**
 * The statistics in a dataset folder, for those that do not come from the rows.
 * Throws if any of `parts` is missing, as in a folder that was not built.
 */
export function readStats<Stats extends object>(stats: unknown, parts: readonly (keyof Stats & string)[]): Stats {
  const found = z
    .custom<Stats>((value) => typeof value === 'object' && value !== null && parts.every((part) => part in value))
    .safeParse(stats);
  if (!found.success) throw new InputError('stats.json is not that of a built dataset', { expected: parts.join(', ') });
  return found.data;
}
