/** Reads the English edges of ConceptNet's assertions file (5.5 and later): URI, relation, start, end and details, separated by tabs. */
import { type ConceptEdge, InputError } from '@sensebench/metrics/internal/core';
import { nameOf } from '../open-file.ts';
import { readLines } from '../read-lines.ts';

const FIELDS = 5;
const [RELATION, ENGLISH] = ['/r/', '/c/en/'];
const EXPECTED =
  'conceptnet-assertions-5.7.0.csv.gz, or a file of its layout: five fields separated by tabs, the second a relation like /r/IsA';
const LANGUAGES_SHOWN = 5;

export async function* readConceptNet(path: string): AsyncGenerator<ConceptEdge> {
  let any = false;
  const languages = new Set<string>();
  for await (const { line, text } of readLines(path)) {
    const fields = text.split('\t');
    const [, relation = '', start = '', end = ''] = fields;
    if (fields.length !== FIELDS || !relation.startsWith(RELATION) || !start.startsWith('/')) {
      throw new InputError(`is not a ConceptNet assertion${describeLayout(fields)}`, { file: nameOf(path), line, expected: EXPECTED });
    }
    if (!start.startsWith(ENGLISH) || !end.startsWith(ENGLISH)) {
      if (!any && languages.size < LANGUAGES_SHOWN) languages.add(start.split('/')[2]);
      continue;
    }
    any = true;
    yield { relation: relation.slice(RELATION.length), start: wordOf(start), end: wordOf(end) };
  }
  if (any) return;
  const found = languages.size > 0 ? `; its words are in ${[...languages].join(', ')}` : '';
  throw new InputError(`has no English assertion${found}`, { file: nameOf(path), expected: 'ConceptNet with words like /c/en/dog' });
}

/** Describes what the line looks like instead: common layouts of other versions and extracts. */
function describeLayout(fields: readonly string[]): string {
  const [first, second = ''] = fields;
  if (first.startsWith('{')) return ': this is JSON, as the edges of the web service';
  if (fields.length > FIELDS && second.startsWith(RELATION)) return `: ${fields.length} fields, as in versions before 5.5`;
  if (fields.length >= 3 && /^(\/r\/)?[A-Z][A-Za-z]+$/.test(first))
    return ': bare triples that begin with the relation, as in extracts like CN-100K';
  if (first.startsWith(ENGLISH) || first.startsWith('/c/')) return ': a table of words, like Numberbatch or the list of concepts';
  return '';
}

/** `/c/en/ice_cream/n/wn/food` is `ice_cream`. */
function wordOf(uri: string): string {
  const end = uri.indexOf('/', ENGLISH.length);
  return end < 0 ? uri.slice(ENGLISH.length) : uri.slice(ENGLISH.length, end);
}
