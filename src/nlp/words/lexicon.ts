/** The lexicon that the models share: word clusters (weights/lexicon). */
import { SetupError } from '../../core/index.ts';
import type { Lexicon } from './word-info.ts';

export interface LexiconEntry {
  word: string;
  /** 1-based; 0 is none. */
  cluster: number;
  coarse: number;
}

/** Words joined by newlines, then three bytes a word (cluster, coarse cluster); both after one line of JSON with their sizes. */
export function encodeLexicon(entries: readonly LexiconEntry[]): Uint8Array {
  const words = new TextEncoder().encode(entries.map(({ word }) => word).join('\n'));
  const header = new TextEncoder().encode(`${JSON.stringify({ kind: 'lexicon', words: words.length, entries: entries.length })}\n`);
  const bytes = new Uint8Array(header.length + words.length + 3 * entries.length);
  bytes.set(header);
  bytes.set(words, header.length);
  const at = header.length + words.length;
  entries.forEach(({ cluster, coarse }, i) => {
    bytes[at + 3 * i] = cluster & 255;
    bytes[at + 3 * i + 1] = cluster >> 8;
    bytes[at + 3 * i + 2] = coarse;
  });
  return bytes;
}

export function decodeLexicon(bytes: Uint8Array): Lexicon {
  const end = bytes.indexOf(10);
  const header = end < 0 ? {} : JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  if (header.kind !== 'lexicon') throw new SetupError('the lexicon weights are not a sensebench lexicon');
  const words = new TextDecoder().decode(bytes.subarray(end + 1, end + 1 + header.words)).split('\n');
  const at = end + 1 + header.words;
  const positions = new Map(words.map((word, i) => [word, i]));
  return {
    lookup(lower) {
      const i = positions.get(lower);
      if (i === undefined) return undefined;
      return {
        cluster: bytes[at + 3 * i] | (bytes[at + 3 * i + 1] << 8),
        coarse: bytes[at + 3 * i + 2],
      };
    },
  };
}
