/** The datasheet of a card: 39 questions with the answers of build, benchmark and owner, and a list of the open ones. */
import { type CardSection, type DatasetContent, describePeople } from './dataset-content.ts';
import { DATASHEET_QUESTIONS, type DatasheetAnswers, type Erratum } from './read-datasheet.ts';

import type { RowField } from './row-fields.ts';

/** The benchmark's answer replaces the general one, because it knows its rows better. The owner's answer is added. */
export function datasheetSections(content: DatasetContent, facts: CardFacts): CardSection[] {
  const known = { ...knownAnswers(content, facts), ...content.answers };
  const given = content.datasheet?.answers ?? {};
  const sections = new Map<string, { question: string; answer: string }[]>();
  const open: string[] = [];
  for (const { section, name, question } of DATASHEET_QUESTIONS) {
    const answer = [known[name], given[name]].filter(Boolean).join(' ');
    if (answer === '') open.push(`- ${question} (\`${name}\`)`);
    else sections.set(section, [...(sections.get(section) ?? []), { question, answer }]);
  }
  return [
    ...versionSection(content),
    ...Array.from(sections, ([title, questions]) => ({ title, questions })),
    ...(open.length > 0
      ? [
          {
            title: 'Questions without an answer',
            text: `${open.length} of the ${DATASHEET_QUESTIONS.length} questions of the datasheet are open. Their names in datasheet.yaml are in brackets.\n\n${open.join('\n')}`,
          },
        ]
      : []),
  ];
}

function versionSection({ datasheet }: DatasetContent): CardSection[] {
  const { version, errata = [] } = datasheet ?? {};
  if (!version && errata.length === 0) return [];
  const listed = errata.map(({ version: fixed, date, text }) => `- ${fixed}${date ? ` (${date})` : ''}: ${text.replace(/\s+/g, ' ')}`);
  const parts = [
    `Version ${version ?? 'not given'}.`,
    ...(listed.length > 0 ? ['Errata, by the version that corrects them:', listed.join('\n')] : []),
  ];
  return [{ title: 'Version', text: parts.join('\n\n') }];
}

export interface CardFacts {
  /** The number of rows of each split. */
  rows: Readonly<Record<string, number>>;
  /** The fields that occur in the rows. */
  fields: readonly RowField[];
  /** Whether rows have no other fields. */
  whole: boolean;
  licences: readonly string[];
  /** Drops by step and rule. */
  dropped: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Left out if unknown. */
function knownAnswers(content: DatasetContent, facts: CardFacts): DatasheetAnswers {
  return { ...aboutRows(content, facts), ...aboutMaking(content, facts), ...aboutPublication(content, facts) };
}

function aboutRows({ summary, limits, biases }: DatasetContent, { rows, fields }: CardFacts): DatasheetAnswers {
  const splits = Object.entries(rows).map(([split, count]) => `${split} ${count}`);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const optional = fields.filter((field) => field.optional).map(({ name }) => name);
  return {
    instances: summary,
    count: `${total}: ${splits.join(', ')}.`,
    data: `${fields.map(({ name }) => name).join(', ')}; "Fields" says what each is.`,
    missing: optional.length > 0 ? `Not every row has ${optional.join(', ')}.` : 'No: every row has every field.',
    splits: `Yes: ${splits.join(', ')}.`,
    errors: limits,
    selfContained: 'Yes. All text that a model reads is in the files.',
    impact: [biases, limits].filter(Boolean).join(' '),
  };
}

function aboutMaking({ collection, people, sources, versions }: DatasetContent, { dropped }: CardFacts): DatasheetAnswers {
  const drops = Object.entries(dropped).map(([step, rules]) => `${step} ${Object.values(rules).reduce((sum, count) => sum + count, 0)}`);
  const named = sources.map(({ name }) => name);
  return {
    acquisition: collection,
    ...(people.length > 0 ? { workers: `${people.map(describePeople).join(' ')} The build does not know what they were paid.` } : {}),
    ...(drops.length > 0 ? { preprocessing: `Yes. Left out by step: ${drops.join(', ')}; ledger.jsonl has each with its rule.` } : {}),
    ...(named.length > 0 ? { raw: `The sources are ${named.join(', ')}; their hashes are below.` } : {}),
    software: `Yes: ${Object.entries(versions)
      .map(([tool, version]) => `${tool} ${version}`)
      .join(', ')}. "How it was made" has the options.`,
  };
}

function aboutPublication(content: DatasetContent, { licences }: CardFacts): DatasheetAnswers {
  const { sources, url, published, creator, datasheet } = content;
  const bound = sources.flatMap(({ name, licence }) => (licence ? [`${name}: ${licence}`] : []));
  return {
    ...(creator ? { creator: `${creator}.` } : {}),
    ...(url ? { thirdParties: `Yes: it is published at ${url}.`, distribution: `At ${url}.` } : {}),
    ...(published ? { release: `On ${published}.` } : {}),
    ...(licences.length > 0 ? { licence: `${licences.join(', ')}.` } : {}),
    ...(bound.length > 0 ? { restrictions: `The sources have licences: ${bound.join(', ')}.` } : {}),
    erratum: sayErrata(datasheet?.errata ?? []),
    updates: 'Whoever has the sources can build it again; `sensebench dataset diff` lists what a new version changes.',
  };
}

function sayErrata(errata: readonly Erratum[]): string {
  return errata.length > 0 ? `Yes, ${errata.length}: "Version" lists them.` : 'None is recorded.';
}
