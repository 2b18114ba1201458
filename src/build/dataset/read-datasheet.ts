/** datasheet.yaml: what only the owner knows of a dataset (creator, funder, pay, contact …), its version and its errata. */
import { z } from 'zod';
import { nearestName } from '../../core/index.ts';
import { readYaml } from '../../files/index.ts';
import { DATASHEET_QUESTIONS, type DatasheetAnswers } from './datasheet-questions.ts';

/** A mistake of an earlier version, and what became of it. */
export interface Erratum {
  /** The version that has the mistake no more. */
  version: string;
  date?: string;
  text: string;
}

/** How the dataset is published. */
export interface DatasetAddress {
  /** Default: the name of the folder. */
  name?: string;
  /** Like CC-BY-4.0, where the answer to that question is one word; default: what the build knows of its sources. */
  licence?: string;
  /** Where it is published, and since when. */
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
/** An empty value is a question that is still open. */
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
    // The name of a licence is a fact for the metadata; anything longer answers the question.
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
