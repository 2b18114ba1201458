/** datasheet.yaml: facts that only the owner of a dataset knows (creator, funder, pay, contact …), its version and its errata. */

import { nearestName } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readYaml } from '../../files/index.ts';

const SECTIONS = {
  Motivation: {
    purpose: 'For what purpose was the dataset created?',
    creator: 'Who created the dataset, and on behalf of which entity?',
    funder: 'Who funded the creation of the dataset?',
  },
  Composition: {
    instances: 'What do the instances that comprise the dataset represent?',
    count: 'How many instances are there in total?',
    sample: 'Does the dataset contain all possible instances or is it a sample of a larger set?',
    data: 'What data does each instance consist of?',
    label: 'Is there a label or target associated with each instance?',
    missing: 'Is any information missing from individual instances?',
    relationships: 'Are relationships between individual instances made explicit?',
    splits: 'Are there recommended data splits?',
    errors: 'Are there any errors, sources of noise, or redundancies in the dataset?',
    selfContained: 'Is the dataset self-contained, or does it rely on external resources?',
    confidential: 'Does the dataset contain data that might be considered confidential?',
    offensive: 'Does the dataset contain data that might be offensive, insulting, threatening, or cause anxiety?',
  },
  'Collection process': {
    acquisition: 'How was the data associated with each instance acquired, and was it validated?',
    mechanisms: 'What mechanisms or procedures were used to collect the data?',
    workers: 'Who was involved in the data collection process, and how were they compensated?',
    timeframe: 'Over what timeframe was the data collected?',
    ethics: 'Were any ethical review processes conducted?',
  },
  'Preprocessing, cleaning, labeling': {
    preprocessing: 'Was any preprocessing, cleaning or labeling of the data done?',
    raw: 'Was the raw data saved in addition to the preprocessed data?',
    software: 'Is the software that was used to preprocess the data available?',
  },
  Uses: {
    used: 'Has the dataset been used for any tasks already?',
    repository: 'Is there a repository that links to papers or systems that use the dataset?',
    tasks: 'What (other) tasks could the dataset be used for?',
    impact: 'Is there anything about its composition or collection that might impact future uses?',
    unsuitable: 'Are there tasks for which the dataset should not be used?',
  },
  Distribution: {
    thirdParties: 'Will the dataset be distributed to third parties outside of the entity that created it?',
    distribution: 'How will the dataset be distributed, and does it have a digital object identifier (DOI)?',
    release: 'When will the dataset be distributed?',
    licence: 'Under which licence or terms of use will the dataset be distributed?',
    restrictions: 'Have any third parties imposed restrictions on the data associated with the instances?',
    exportControls: 'Do any export controls or other regulatory restrictions apply?',
  },
  Maintenance: {
    maintainer: 'Who will be supporting, hosting and maintaining the dataset?',
    contact: 'How can the owner of the dataset be contacted?',
    erratum: 'Is there an erratum?',
    updates: 'Will the dataset be updated?',
    contributions: 'Is there a mechanism for others to extend or contribute to the dataset?',
  },
} as const satisfies Record<string, Record<string, string>>;
/** The 39 questions of a datasheet (Gebru et al., 2021) as SituatedGen's appendix A asks them, by the names that datasheet.yaml uses. */
export const DATASHEET_QUESTIONS: readonly DatasheetQuestion[] = Object.entries(SECTIONS).flatMap(([section, questions]) =>
  Object.entries(questions).map(([name, question]) => ({ section, name: name as QuestionName, question })),
);

/** A mistake of an earlier version. */
export interface Erratum {
  /** The first version without the mistake. */
  version: string;
  date?: string;
  text: string;
}

/** Details of the publication. */
export interface DatasetAddress {
  /** Default: the name of the folder. */
  name?: string;
  /** Like CC-BY-4.0, if the answer to that question is one word. Default: the licences of the sources. */
  licence?: string;
  /** Address and date of the publication. */
  url?: string;
  published?: string;
}

export interface Datasheet extends DatasetAddress {
  version?: string;
  errata: readonly Erratum[];
  answers: DatasheetAnswers;
}

const versionSchema = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d+\.\d+(\.\d+)?$/, 'a version number like 1.2.0'));
/** An empty value leaves the question open. */
const answerSchema = z
  .union([z.string(), z.number(), z.boolean()], 'a text')
  .transform((value) => (typeof value === 'boolean' ? (value ? 'Yes.' : 'No.') : String(value).trim().replace(/\s+/g, ' ')))
  .nullish();

const erratumSchema = z.strictObject({
  version: versionSchema,
  date: z.iso.date('a date like 2026-01-31').optional(),
  text: z.string().trim().min(1, 'what was wrong'),
});

const ADDRESS = {
  name: z.string().trim().min(1).nullish(),
  url: z.url('an address like https://example.org/dataset').nullish(),
  published: z.iso.date('a date like 2026-01-31').nullish(),
};

const FIELDS = {
  ...ADDRESS,
  version: versionSchema.nullish(),
  errata: z.array(erratumSchema).nullish(),
  ...Object.fromEntries(DATASHEET_QUESTIONS.map(({ name }) => [name, answerSchema])),
};

export const datasheetSchema = z
  .strictObject(FIELDS, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? sayUnknown(String(issue.keys[0])) : undefined),
  })
  .transform(({ version, errata, name, url, published, ...rest }): Datasheet => {
    const given: Record<string, unknown> = rest;
    // The name of a licence goes into the metadata; anything longer is an answer to the question.
    const licence = /^\S+$/.test(String(given.licence ?? '')) ? given.licence : undefined;
    const named = DATASHEET_QUESTIONS.filter((question) => given[question.name] && !(question.name === 'licence' && licence));
    const answers = Object.fromEntries(named.map((question) => [question.name, String(given[question.name])]));
    const address = Object.entries({ name, licence, url, published }).filter(([, value]) => typeof value === 'string');
    return { ...Object.fromEntries(address), ...(version ? { version } : {}), errata: errata ?? [], answers };
  });

function sayUnknown(name: string): string {
  const near = nearestName(name, Object.keys(FIELDS));
  return `is not a question of the datasheet; ${near ? `did you mean "${near}"?` : '`sensebench dataset questions` lists all'}`;
}

export async function readDatasheet(path: string): Promise<Datasheet> {
  return readYaml(path, datasheetSchema);
}

/** A datasheet.yaml to fill in. */
export function datasheetTemplate(): string {
  const lines = ['# Name, address and date of publication (like 2026-01-31).', ...Object.keys(ADDRESS).map((name) => `${name}:`)];
  lines.push('', '# Version of the dataset, and mistakes that it no longer has.', 'version: 1.0.0', 'errata: []');
  let last = '';
  for (const { section, name, question } of DATASHEET_QUESTIONS) {
    if (section !== last) lines.push('', `# ${section}`);
    last = section;
    lines.push(`# ${question}`, `${name}:`);
  }
  return `${lines.join('\n')}\n`;
}

type Sections = typeof SECTIONS;

export type QuestionName = { [Section in keyof Sections]: keyof Sections[Section] }[keyof Sections];

/** Answers by the names of their questions. */
export type DatasheetAnswers = Readonly<Partial<Record<QuestionName, string>>>;

export interface DatasheetQuestion {
  section: string;
  name: QuestionName;
  question: string;
}
