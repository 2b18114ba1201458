/** The verdicts on the test split of the starter build, which those who wrote the corpus read pair by pair (corpus/README.md). */
import { join } from 'node:path';
import { starterCorpus } from '../../../statements/sources/index.ts';
import { type BuildOptions, sourceSpecs } from '../build-options.ts';

/** null for a build from other sources, or with decisions of its own. */
export function starterVerdicts(options: Pick<BuildOptions, 'source' | 'statements' | 'decisions'>): string[] | null {
  const onlyStarter = sourceSpecs(options).every(({ reader, path }) => reader.name === 'starter' && path === starterCorpus());
  return onlyStarter && options.decisions.length === 0 ? [join(starterCorpus(), 'situatedgen', 'verdicts.jsonl')] : null;
}
