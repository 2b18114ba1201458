/** Sentences with permissive terms for SPICE's parser: our own, statements of CREAK and StrategyQA (MIT), facts of OpenBookQA (Apache-2.0). */
import { readFileSync } from 'node:fs';
import { tokenizeCoco } from '../../packages/metrics/src/nlp/tokens/tokenize-coco.ts';
import { dataPath, readSilver } from '../corpora.ts';
import { readOwnTexts } from '../tagger/everyday.ts';

/** Statements of more words are left out. */
const LONGEST = 22;

export interface PermissiveTexts {
  own: string[];
  statements: string[];
  facts: string[];
}

export function readPermissiveTexts(): PermissiveTexts {
  return {
    own: readOwnTexts(),
    statements: readSilver()
      .filter(({ source, tokens }) => source !== 'ud-ewt' && tokens.length <= LONGEST)
      .map(({ text }) => text),
    facts: ['openbook', 'crowdsourced-facts'].flatMap((file) =>
      readFileSync(dataPath(`openbookqa/${file}.txt`), 'utf8')
        .split('\n')
        .map((line) => line.trim().replace(/^"|"$/g, ''))
        .filter((line) => line !== ''),
    ),
  };
}

/** Is this line, given as words, one of these sentences or two of them? */
export function createMembership(texts: Iterable<string>): (words: readonly string[]) => boolean {
  const known = new Set(Array.from(texts, (text) => tokenizeCoco(text).join(' ')));
  return (words) =>
    known.has(words.join(' ')) ||
    words.some((_, i) => i > 0 && known.has(words.slice(0, i).join(' ')) && known.has(words.slice(i).join(' ')));
}
