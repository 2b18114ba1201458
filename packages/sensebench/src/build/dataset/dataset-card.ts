/** The dataset card (README.md): front matter that dataset hubs read, then a datasheet (Gebru et al., 2021) of questions and answers. */
import { stringify } from 'yaml';
import { tableToMarkdown } from '../../report/index.ts';
import { spdxName } from './croissant.ts';
import { type CardSection, type DatasetContent, describePeople } from './dataset-content.ts';
import { type CardFacts, datasheetSections } from './datasheet.ts';

import { describeType, type FieldType, type RowField } from './row-fields.ts';

export function datasetCard(content: DatasetContent, facts: CardFacts): string {
  const { name, title = name, summary, card = [] } = content;
  const sections: CardSection[] = [
    { title: 'Splits', text: splitsTable(facts.rows) },
    ...card,
    ...datasheetSections(content, facts),
    { title: 'Fields', text: fieldsTable(facts.fields) },
    { title: 'People', text: content.people.map(describePeople).join('\n\n') || 'No person has judged or changed these rows.' },
    { title: 'Limits', text: [content.limits, content.biases].filter(Boolean).join('\n\n') },
    { title: 'Sources, licence, citation', text: sources(content, facts) },
    { title: 'How it was made', text: making(content) },
  ];
  const parts = [`# ${title.replace(/\s+/g, ' ')}`, summary];
  for (const { title: heading, text, questions = [] } of sections) {
    parts.push(`## ${heading}`);
    if (text) parts.push(text);
    for (const { question, answer } of questions) parts.push(`**${question}** ${answer}`);
  }
  return `---\n${stringify(frontMatter(content, facts))}---\n\n${parts.map((part) => withoutHtml(part.trim())).join('\n\n')}\n`;
}

/** Escapes HTML everywhere, because names and texts of the data are in all parts, and our own text has no HTML. */
function withoutHtml(markdown: string): string {
  return markdown.replaceAll('<', '&lt;');
}

function frontMatter({ name, title, keywords, categories }: DatasetContent, facts: CardFacts): Record<string, unknown> {
  const { rows, licences } = facts;
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return {
    pretty_name: title ?? name,
    language: ['en'],
    ...hubLicence(licences),
    ...(categories ? { task_categories: [...categories] } : {}),
    size_categories: [sizeCategory(total)],
    ...(keywords ? { tags: keywords.map((word) => word.replaceAll(' ', '-').toLowerCase()) } : {}),
    ...features(facts),
    configs: [
      {
        config_name: 'default',
        // Dataset hubs cannot load a file without rows.
        data_files: Object.keys(rows).flatMap((split) => (rows[split] > 0 ? [{ split, path: `${split}.jsonl` }] : [])),
      },
    ],
  };
}

/** Licences by their names on the hub. Others are given as `other`, with a name. */
function hubLicence(licences: readonly string[]): Record<string, unknown> {
  if (licences.length === 0) return {};
  const names = licences.map((licence) => spdxName(licence).toLowerCase());
  if (names.every((name) => HUB_LICENCES.has(name))) return { license: names.length === 1 ? names[0] : names };
  return { license: 'other', license_name: licences.join(', ') };
}

const HUB_LICENCES: ReadonlySet<string> = new Set(
  'afl-3.0 apache-2.0 bsd-2-clause bsd-3-clause cc0-1.0 cc-by-2.0 cc-by-3.0 cc-by-4.0 cc-by-sa-3.0 cc-by-sa-4.0 cc-by-nc-3.0 cc-by-nc-4.0 cc-by-nc-sa-3.0 cc-by-nc-sa-4.0 gpl-2.0 gpl-3.0 lgpl-3.0 mit mpl-2.0 odbl unlicense'.split(
    ' ',
  ),
);

const HUB_TYPES: Readonly<Record<FieldType, string>> = { text: 'string', integer: 'int64', number: 'float64', boolean: 'bool' };

/** The types of the columns. They are listed because loaders use those of the first split for all, and splits can have different optional fields. */
function features({ fields, whole }: CardFacts): Record<string, unknown> {
  const typed = fields.flatMap(({ name, type, array }) =>
    type === null ? [] : [{ name, ...(array === undefined ? { dtype: HUB_TYPES[type] } : { sequence: HUB_TYPES[type] }) }],
  );
  // Columns that are not listed cannot be loaded, so either all are listed or none.
  return whole && typed.length === fields.length ? { dataset_info: { features: typed } } : {};
}

function splitsTable(rows: CardFacts['rows']): string {
  return tableToMarkdown({
    columns: [
      { key: 'split', label: 'split' },
      { key: 'file', label: 'file' },
      { key: 'rows', label: 'rows', align: 'right' },
    ],
    rows: Object.entries(rows).map(([split, count]) => ({ split, file: `${split}.jsonl`, rows: count })),
  });
}

function fieldsTable(fields: readonly RowField[]): string {
  return tableToMarkdown({
    columns: ['field', 'type', 'meaning'].map((key) => ({ key, label: key })),
    rows: fields.map((field) => ({
      field: field.name,
      type: `${describeType(field)}${field.optional ? ', optional' : ''}`,
      meaning: field.description,
    })),
  });
}

function sources({ sources: given, citation, url, published, creator }: DatasetContent, { licences }: CardFacts): string {
  const table = tableToMarkdown({
    columns: ['source', 'sha256', ...(given.some(({ licence }) => licence) ? ['licence'] : [])].map((key) => ({ key, label: key })),
    rows: given.map(({ name, sha256, licence, url: from }) => ({ source: from ? `${name} (${from})` : name, sha256, licence })),
  });
  return [
    ...(given.length > 0 ? [table] : []),
    `Licence: ${licences.join(', ') || 'not known; whoever publishes this copy must find out'}.`,
    ...(creator ? [`Made by ${creator}.`] : []),
    ...(url ? [`Published at ${url}.`] : []),
    ...(published ? [`Published on ${published}.`] : []),
    `Cite: ${citation}`,
  ].join('\n\n');
}

function making({ benchmark, config, seed, versions }: DatasetContent): string {
  const rows = Object.entries(config)
    .filter(([, value]) => value !== undefined)
    .map(([option, value]) => ({ option, value: JSON.stringify(value) }));
  const table = tableToMarkdown({ columns: ['option', 'value'].map((key) => ({ key, label: key })), rows });
  const tools = Object.entries(versions).map(([tool, version]) => `${tool} ${version}`);
  return [
    `Built for the benchmark ${benchmark.name} with seed ${seed} by ${tools.join(', ')}. The same sources, options and seed give the same bytes.`,
    ...(rows.length > 0 ? [table] : []),
    'dataset.json has the hash of every file, ledger.jsonl everything that was dropped. `sensebench explain` says of any row why it is in or out.',
  ].join('\n\n');
}

/** The size categories of the hub. */
export function sizeCategory(rows: number): string {
  const limits: readonly (readonly [number, string])[] = [
    [1e3, 'n<1K'],
    [1e4, '1K<n<10K'],
    [1e5, '10K<n<100K'],
    [1e6, '100K<n<1M'],
  ];
  return limits.find(([limit]) => rows < limit)?.[1] ?? '1M<n<10M';
}
