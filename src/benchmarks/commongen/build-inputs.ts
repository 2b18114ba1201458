/** What a CommonGen build reads, and how often its words must occur: the starter corpus where no captions are given. */
import { join } from 'node:path';
import { InputError } from '../../core/index.ts';
import { starterCorpus } from '../../statements/sources/index.ts';
import type { BuildOptions } from './build-options.ts';

export interface BuildInputs {
  captions: string[];
  /** The file of written sets. */
  written: string | undefined;
  least: number;
  leastConcept: number;
}

/** Each starter caption is a scene of its own, so fewer of them say as much; its written sets serve unless references are given for drawn ones. */
export function buildInputs({ captions, written, references, least, leastConcept }: BuildOptions): BuildInputs {
  if (written && references)
    throw new InputError('--written and --references exclude each other', { expected: 'written sets, or references of drawn sets' });
  if (captions.length > 0) return { captions, written, least: least ?? 2, leastConcept: leastConcept ?? 6 };
  const starter = join(starterCorpus(), 'captions');
  return {
    captions: [join(starter, 'captions.txt')],
    written: written ?? (references ? undefined : join(starter, 'references.jsonl')),
    least: least ?? (references ? 2 : 1),
    leastConcept: leastConcept ?? (references ? 6 : 1),
  };
}
