/** The readers of source corpora, by the name in `--source name=path`. */
import { InputError, unknownName } from '@sensebench/metrics/internal/core';
import { hubHint, isHubId } from '../../files/index.ts';
import { creakReader } from './read-creak.ts';
import { arcReader, commonsenseQaReader } from './read-multiple-choice.ts';
import { openbookQaReader } from './read-openbookqa.ts';
import { starterCorpus, starterReader } from './read-starter.ts';
import { statementsReader } from './read-statements.ts';
import { strategyQaReader } from './read-strategyqa.ts';
import { textReader } from './read-text.ts';
import type { SourceReader } from './source-reader.ts';

export * from './read-sources.ts';
export { hashSource } from './read-sources.ts';
export * from './read-statements.ts';
export { selectStep } from './select-sentences.ts';
export type { SourceReader } from './source-reader.ts';
export * from './source-reader.ts';

export const SOURCE_READERS: readonly SourceReader[] = [
  creakReader,
  strategyQaReader,
  commonsenseQaReader,
  arcReader,
  openbookQaReader,
  starterReader,
  statementsReader,
  textReader,
];

export interface SourceSpec {
  reader: SourceReader;
  path: string;
  /** As the user wrote it. */
  given: string;
}

/** `creak=path/train.jsonl` → the reader and the path; `starter` alone is the corpus that comes with the package. */
export function parseSourceSpec(given: string): SourceSpec {
  const cut = given.indexOf('=');
  const name = cut < 0 ? given : given.slice(0, cut);
  const reader = SOURCE_READERS.find((candidate) => candidate.name === name.toLowerCase());
  if (!reader) throw unknownSource(name, cut < 0);
  if (cut < 0 && reader === starterReader) return { reader, path: starterCorpus(), given };
  const path = cut < 0 ? '' : given.slice(cut + 1);
  if (path === '') throw new InputError(`source "${name}" has no path`, { field: 'source', expected: `${name}=path` });
  return { reader, path, given };
}
/** A path alone is the usual mistake: its folder often has the name of the corpus. */
function unknownSource(name: string, alone: boolean): InputError {
  const names = SOURCE_READERS.map((reader) => reader.name);
  if (!alone || !/[/\\.]/.test(name)) return unknownName('source', name, names);
  if (isHubId(name))
    return new InputError(`"${name}" is not a source`, {
      expected: `a file of it, like ${names[0]}=FILE; ${hubHint(name)}`,
    });
  const named = names.find((own) => name.toLowerCase().includes(own));
  return new InputError(`the source "${name}" does not say which corpus it is; write ${named ?? 'NAME'}=${name}`, {
    expected: named ? undefined : `one of ${names.join(', ')} as NAME`,
  });
}

export { starterCorpus } from './read-starter.ts';
export { statementsReader } from './read-statements.ts';
