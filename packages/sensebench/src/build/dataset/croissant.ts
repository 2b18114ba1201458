/** Croissant 1.1 metadata (MLCommons, 2026) of a dataset folder: its files with their hashes, and the fields of their rows. */
import type { FieldType, RowField } from './row-fields.ts';

export interface CroissantFile {
  /** Relative to the folder. */
  path: string;
  description: string;
  encodingFormat: string;
  bytes: number;
  sha256: string;
}

export interface CroissantOptions {
  name: string;
  description: string;
  /** Addresses of licences, or their SPDX names. */
  licences?: readonly string[];
  url?: string;
  creator?: string;
  /** YYYY-MM-DD. */
  datePublished?: string;
  version: string;
  keywords: readonly string[];
  citeAs: string;
  files: readonly CroissantFile[];
  /** Files of rows: one record set each, all with these fields. */
  recordSets: readonly { name: string; file: string; description: string; fields: readonly RowField[] }[];
  /** Properties of Croissant RAI 1.0, without their prefix. */
  rai?: Readonly<Record<string, string>>;
}

export function croissant(options: CroissantOptions): Record<string, unknown> {
  const rai = Object.fromEntries(Object.entries(options.rai ?? {}).map(([key, value]) => [`rai:${key}`, value]));
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: ['http://mlcommons.org/croissant/1.1', ...(Object.keys(rai).length > 0 ? ['http://mlcommons.org/croissant/RAI/1.0'] : [])],
    name: options.name,
    description: options.description,
    ...(options.licences?.length ? { license: options.licences.map(licenceUrl) } : {}),
    ...(options.url ? { url: options.url } : {}),
    ...(options.creator ? { creator: { '@type': 'sc:Organization', name: options.creator } } : {}),
    ...(options.datePublished ? { datePublished: options.datePublished } : {}),
    version: options.version,
    keywords: [...options.keywords],
    inLanguage: 'en',
    isLiveDataset: false,
    citeAs: options.citeAs,
    ...rai,
    distribution: options.files.map((file) => ({
      '@type': 'cr:FileObject',
      '@id': file.path,
      name: file.path,
      description: file.description,
      contentSize: `${file.bytes} B`,
      contentUrl: file.path,
      encodingFormat: file.encodingFormat,
      sha256: file.sha256,
    })),
    recordSet: options.recordSets.map(({ name, file, description, fields }) => ({
      '@type': 'cr:RecordSet',
      '@id': name,
      name,
      description,
      field: fields.flatMap((field) => toField(name, file, field)),
    })),
  };
}

const TYPES: Readonly<Record<FieldType, string>> = {
  text: 'sc:Text',
  integer: 'sc:Integer',
  number: 'sc:Float',
  boolean: 'sc:Boolean',
};

/** Fields without a single type are described in the card only. */
function toField(recordSet: string, file: string, { name, description, type, array }: RowField): Record<string, unknown>[] {
  if (type === null) return [];
  const field = {
    '@type': 'cr:Field',
    '@id': `${recordSet}/${name}`,
    name,
    ...(description ? { description } : {}),
    dataType: TYPES[type],
    ...(array === undefined ? {} : { isArray: true, arrayShape: String(array) }),
    source: { fileObject: { '@id': file }, extract: { column: name } },
  };
  return [field];
}

/** Lists the mistakes of a document: missing properties, duplicate ids, and references to nothing. */
export function croissantFaults(document: Readonly<Record<string, unknown>>): string[] {
  const faults = REQUIRED.filter((property) => isEmpty(document[property])).map((property) => `${property} is missing`);
  const files = list(document.distribution);
  const sets = list(document.recordSet);
  const ids = [...files, ...sets, ...sets.flatMap((set) => list(set.field))].map((node) => String(node['@id']));
  for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) faults.push(`@id "${id}" occurs twice`);
  for (const file of files) {
    if (!/^[0-9a-f]{64}$/.test(String(file.sha256))) faults.push(`${file['@id']}: sha256 is not a hash`);
    for (const property of ['contentUrl', 'encodingFormat'])
      if (isEmpty(file[property])) faults.push(`${file['@id']}: ${property} is missing`);
  }
  const known = new Set(files.map((file) => file['@id']));
  for (const field of sets.flatMap((set) => list(set.field))) {
    const source = field.source as { fileObject?: { '@id'?: string } } | undefined;
    if (!known.has(source?.fileObject?.['@id'])) faults.push(`${field['@id']}: its source is not a file of the dataset`);
    if (isEmpty(field.dataType)) faults.push(`${field['@id']}: dataType is missing`);
  }
  if ('datePublished' in document && !/^\d{4}-\d{2}-\d{2}/.test(String(document.datePublished))) faults.push('datePublished is not a date');
  if ('url' in document && !/^https?:/.test(String(document.url))) faults.push('url is not an address');
  return faults;
}

/** Licence, address, creator and date are required too, but are only known if the user gives them. */
const REQUIRED = ['@context', '@type', 'conformsTo', 'description', 'name', 'distribution'];

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
}

/** Turns an SPDX name into its address. */
export function licenceUrl(licence: string): string {
  return /^https?:/.test(licence) ? licence : `https://spdx.org/licenses/${spdxName(licence)}`;
}

/** Turns `CC BY 4.0` into the SPDX spelling. */
export function spdxName(licence: string): string {
  return licence
    .trim()
    .replace(/^CC BY/, 'CC-BY')
    .replace(/^(CC[A-Z0-9-]*)\s+/, '$1-')
    .replaceAll(' ', '-');
}

const term = (name: string) => `cr:${name}`;
const TERMS =
  'arrayShape citeAs column containedIn equivalentProperty extract field fileObject fileProperty fileSet format includes isArray isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace samplingRate separator source subField transform';

/** The context that the specification recommends (appendix 1). */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  ...Object.fromEntries(TERMS.split(' ').map((name) => [name, term(name)])),
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  rai: 'http://mlcommons.org/croissant/RAI/',
  sc: 'https://schema.org/',
};
