/** A built SituatedGen dataset as content for the writer of dataset folders. */
import type { DatasetContent, DatasetPeople } from '../../../build/dataset/index.ts';
import { createTextNumbers } from '../../../files/index.ts';
import type { BuildOptions } from '../build-options.ts';
import { type SituatedGenExample, situatedGenExampleSchema } from '../row.ts';
import type { BuiltDataset } from './built-dataset.ts';
import { datasetSections } from './dataset-report.ts';
import type { DatasetStats } from './dataset-stats.ts';
import { answers, numbers } from './datasheet.ts';
import { extraFiles } from './extra-files.ts';

export function datasetContent(built: BuiltDataset, name: string, options: BuildOptions): DatasetContent<SituatedGenExample> {
  const { examples, statements, ledger, stats, sources, versions, config } = built;
  const { seed, url, published } = options;
  return {
    benchmark: { name: 'situatedgen' },
    name,
    summary:
      'Keywords in, two contrastive sentences out, told apart by geography or time: examples for the SituatedGen task (Zhang and Wan, 2023), built from question-answering corpora.',
    citation:
      'Yunxiang Zhang and Xiaojun Wan. SituatedGen: Incorporating Geographical and Temporal Contexts into Generative Commonsense Reasoning. NeurIPS 2023, Datasets and Benchmarks (the task and the method; cite the source corpora too).',
    collection: 'Pairs of statements were derived from existing question-answering corpora by the steps of the paper.',
    limits: `Pairs are mined automatically; ${stats.filter ? `${built.readByAuthors ? 'those who wrote the statements read' : 'people judged'} ${stats.filter.judged} examples of the test split, and no others` : 'no person has checked them'}. What counts as common sense was decided by the people who wrote the sources.`,
    biases: biases(stats),
    keywords: ['commonsense reasoning', 'text generation', 'geography', 'time'],
    categories: ['text-generation'],
    row: situatedGenExampleSchema,
    splits: examples,
    ledger,
    stats,
    sources,
    people: stats.filter ? [filterPeople(stats.filter, built)] : [],
    extras: extraFiles(built, options),
    card: [numbers(stats)],
    answers: answers(stats),
    page: { sections: datasetSections(stats) },
    groups: { rule: conversionRule(statements) },
    listed: ['keywords', 'statement'],
    config,
    seed,
    versions,
    licences: licencesOf(built),
    url,
    published,
  };
}

/** How the two statements were made from questions and answers: `wh`, or `given + wh`. */
export function conversionRule(statements: BuiltDataset['statements']): (row: SituatedGenExample) => string | null {
  return ({ ids }) => [...new Set(ids.flatMap((id) => statements.find(id)?.rule?.split('/')[0] ?? []))].sort().join(' + ') || null;
}

/** Those of the statements that examples are made of. */
function licencesOf({ examples, statements }: BuiltDataset): string[] {
  const used = createTextNumbers();
  for (const rows of Object.values(examples)) for (const { ids } of rows) for (const id of ids) used.add(id);
  const licences = new Set<string>();
  for (const { id, licence } of statements) if (licence && !licences.has(licence) && used.has(id)) licences.add(licence);
  return [...licences];
}

function filterPeople(
  filter: NonNullable<DatasetStats['filter']>,
  { decisions, readByAuthors }: Pick<BuiltDataset, 'decisions' | 'readByAuthors'>,
): DatasetPeople {
  const { annotators, agreement, kappa, overlap } = filter.agreement;
  const common = { task: 'situatedgen/filter', annotators: annotators.length, decisions, simulated: false };
  if (readByAuthors) {
    const text = `Those who wrote the statements read ${filter.judged} examples of the test split once, by the five criteria of the paper's Table 6, and removed ${percent(filter.removedShare)} (${filter.undecided} were not read). No independent annotator judged them. Train and dev are not filtered.`;
    return { ...common, text };
  }
  return {
    ...common,
    text: `People judged ${filter.judged} examples of the test split (${filter.undecided} were not judged) and removed ${percent(filter.removedShare)}; on ${overlap} examples that two judged, agreement ${percent(agreement)}, kappa ${kappa?.toFixed(2) ?? 'undefined'}. Train and dev were not judged.`,
  };
}

export function biases({ regions: { unknown = 0, ...regions } }: DatasetStats): string {
  const known = Object.values(regions).reduce((sum, count) => sum + count, 0);
  const shares = Object.entries(regions).map(([region, count]) => `${region} ${percent(count / known)}`);
  return `The places are not spread evenly over the world: ${shares.join(', ') || 'none'} of the place names that are known (${unknown} are not).`;
}

function percent(share: number | null): string {
  return share === null ? 'undefined' : `${(100 * share).toFixed(1)}%`;
}
