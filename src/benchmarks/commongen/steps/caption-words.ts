/** The words of a caption that can be concepts (Lin et al. 2020, section 3.1): nouns, verbs and adjectives, as lemmas with their kind. */
import { z } from 'zod';
import { defineStep, type Shard, type StepTools, type Token } from '../../../core/index.ts';
import type { WordKind } from './word-uses.ts';

export interface CaptionWord {
  lemma: string;
  kind: WordKind | null;
  /** A noun, name or verb in any script: what of another language the tagger takes for English ones. */
  content: boolean;
}

export interface CaptionWords {
  caption: string;
  words: CaptionWord[];
}

/** Captions that are analysed together. */
const BATCH = 512;

export async function captionWords(
  captions: readonly string[],
  { analyse, signal, progress }: Pick<StepTools, 'analyse'> & Partial<StepTools>,
): Promise<CaptionWords[]> {
  const rows: CaptionWords[] = [];
  for (let from = 0; from < captions.length; from += BATCH) {
    signal?.throwIfAborted();
    const batch = captions.slice(from, from + BATCH);
    for (const [i, { tokens }] of (await analyse(batch, { entities: false })).entries())
      rows.push({ caption: batch[i], words: tokens.map(wordOf).filter(({ kind, content }) => kind !== null || content) });
    progress?.(rows.length);
  }
  return rows;
}

function wordOf(token: Token): CaptionWord {
  return { lemma: token.lemma.toLowerCase(), kind: kindOf(token), content: isContent(token) };
}

function kindOf({ tag }: Token): WordKind | null {
  if (tag === 'NN' || tag === 'NNS') return 'noun';
  if (tag.startsWith('VB')) return 'verb';
  return tag.startsWith('JJ') ? 'adjective' : null;
}

function isContent({ tag, text }: Token): boolean {
  return /^(NN|VB|FW)/.test(tag) && /^\p{L}{2,}/u.test(text);
}

/** Independent of the vocabulary: captions are analysed once for all of them. */
export const wordsStep = defineStep({
  name: 'words',
  version: 1,
  options: z.object({}),
  needs: { analyse: true },
  over: 'each',
  run: async ([{ rows }]: readonly Shard<string>[], _options, tools) => ({ rows: await captionWords(rows, tools), dropped: [] }),
});
