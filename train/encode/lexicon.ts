/** Writes the file of a lexicon (packages/metrics/src/nlp/words/word-info.ts). */

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
