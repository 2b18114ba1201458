/** How text uses a noun, by counts of the training corpora: bare, with "a", with "the", in the plural. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { weightsPath } from '../../nlp/linear-models/index.ts';

export interface NounUses {
  /** How far its singular takes "a" rather than nothing, 0–1; a prior stands for three uses. */
  counted(noun: string, prior: number): number;
  /** How often it was seen at all. */
  seen(noun: string): number;
}

export function loadNounUses(): NounUses {
  const uses = new Map<string, { counted: number; bare: number }>();
  const text = gunzipSync(readFileSync(weightsPath('statements/nouns.tsv.gz'))).toString('utf8');
  for (const line of text.trimEnd().split('\n')) {
    const [noun, bare, a, , plural] = line.split('\t');
    uses.set(noun, { counted: Number(a) + PLURAL * Number(plural), bare: Number(bare) });
  }
  return {
    counted(noun, prior) {
      const { counted, bare } = uses.get(noun) ?? NONE;
      return (counted + PRIOR * prior) / (counted + bare + PRIOR);
    },
    seen(noun) {
      const { counted, bare } = uses.get(noun) ?? NONE;
      return counted + bare;
    },
  };
}

const NONE = { counted: 0, bare: 0 };
const PRIOR = 3;
/** A plural shows that a noun can be counted, not that its singular is. */
const PLURAL = 0.5;
