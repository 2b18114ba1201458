/** A built SituatedGen dataset as content for the writer of dataset folders. */
import type { CardSection, DatasetContent, DatasetPeople, DatasheetAnswers } from '../../../build/dataset/index.ts';
import { createTextNumbers } from '../../../files/index.ts';
import { tableToMarkdown } from '../../../report/index.ts';
import type { BuildOptions } from '../build-options.ts';
import { type SituatedGenExample, situatedGenExampleSchema } from '../row.ts';
import { contextTable, sourceTable, splitTable } from '../stats-tables.ts';
import { datasetSections } from './dataset-report.ts';
import type { DatasetStats } from './dataset-stats.ts';
import { type BuiltDataset, extraFiles } from './extra-files.ts';

export function datasetContent(built: BuiltDataset, name: string, options: BuildOptions): DatasetContent<SituatedGenExample> {
  const { examples, statements, ledger, stats, sources, versions, config } = built;
  const { seed } = options;
  return {
    benchmark: { name: 'situatedgen' },
    name,
    summary:
      'Keywords in, two contrastive sentences out, told apart by geography or time: examples for the SituatedGen task (Zhang and Wan, 2023), built from question-answering corpora.',
    citation:
      'Yunxiang Zhang and Xiaojun Wan. SituatedGen: Incorporating Geographical and Temporal Contexts into Generative Commonsense Reasoning. NeurIPS 2023, Datasets and Benchmarks (the task and the method; cite the source corpora too).',
    collection: 'Pairs of statements were derived from existing question-answering corpora by the steps of the paper.',
    limits: `Pairs are mined automatically; ${expectedPrecision(stats)}${proposals(built)}${stats.filter ? `${built.readByAuthors ? 'those who wrote the statements read' : 'people judged'} ${stats.filter.judged} examples of the test split, and no others` : 'no person has checked them'}. What counts as common sense was decided by the people who wrote the sources.`,
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
  };
}

/** How many examples have a sentence that a model proposed. */
function proposals({ examples, config }: BuiltDataset): string {
  if (typeof config.complete !== 'string') return '';
  let count = 0;
  for (const rows of Object.values(examples)) for (const { provenance } of rows) if (provenance?.proposed) count++;
  return `${count} of them have a sentence that ${config.complete} wrote (their rows have \`provenance.proposed\`); `;
}

/** What the model of contrast expects of the pairs that it chose. */
function expectedPrecision({ mining: { model } }: DatasetStats): string {
  if (!model) return '';
  const { valid, good } = model.expected;
  return `the model of contrast expects ${percent(valid)} of them to be valid by the paper's instructions and ${percent(good)} to be good tests of commonsense; `;
}

/** The rules by which the two statements were made from questions and answers, like `wh` or `given + wh`. */
export function conversionRule(statements: BuiltDataset['statements']): (row: SituatedGenExample) => string | null {
  return ({ ids }) => [...new Set(ids.flatMap((id) => statements.find(id)?.rule?.split('/')[0] ?? []))].sort().join(' + ') || null;
}

/** The licences of the statements that examples are made of. */
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

/** The tables of the card. */
export function numbers(stats: DatasetStats): CardSection {
  return {
    title: 'Numbers',
    text: [splitTable(stats.splits, stats.total), contextTable(stats.splits, stats.total), sourceTable(stats.sources)]
      .map((table) => `${table.caption}\n\n${tableToMarkdown(table)}`)
      .join('\n\n'),
  };
}

export function answers(stats: DatasetStats): DatasheetAnswers {
  const splits = Object.values(stats.splits);
  const sources = Object.entries(stats.statementSources).map(([source, count]) => `${source} ${count}`);
  const breaking = splits.reduce((sum, { definition }) => sum + definition.breaking, 0);
  return {
    purpose:
      'To see whether language models reason about places and times when they write: the keywords must be told apart into two groups, and each group must become a true sentence.',
    instances: 'Pairs of English sentences of commonsense knowledge, with the keywords that both are made of.',
    count: `${stats.total.examples}, made of ${splits.reduce((sum, { uniqueSentences }) => sum + uniqueSentences, 0)} sentences.`,
    sample: `It has those statements of the sources that have a geographical or temporal entity and at least one partner. Statements by source: ${sources.join(', ')}.`,
    label: 'Yes: `statement`, the two sentences.',
    relationships: 'Pairs share sentences: `ids` say which. No sentence is in two splits; proof.json shows it.',
    splits: `Yes. Whole communities of the statement graph go to one split, so that sentences built alike stay together. ${stats.communities.count} communities, ${stats.communities.crossing} pairs between communities left out.`,
    errors: `Yes. Pairs are found by rules and similarity; "People" below says what people checked. ${breaking} examples break a part of the task's definition (stats.json says which part).`,
    confidential: 'It contains what the source corpora contain, sentence by sentence; nothing was added.',
    offensive: 'It contains what the source corpora contain; no filter for offensive text was applied.',
    acquisition: `Derived from existing corpora: ${Object.keys(stats.sources).join(', ')}.`,
    mechanisms:
      'The steps of the paper: questions and answers become statements, entities are found, statements without GEO or TEMP are dropped, keywords are masked, masked sentences are compared, rules decide on pairs, communities become splits.',
    raw: 'statements.jsonl keeps every statement that came as far as mining, with question, answer, licence, entities and keywords.',
    tasks: 'To train and evaluate models that write sentences from keywords, and to study what they know of places and times.',
    unsuitable: 'As a source of facts.',
  };
}
