/** Word pieces (Wu et al., 2016) of a model's own tokenizer.json, through @huggingface/tokenizers, cut to the length the model takes. */
import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';

export interface PieceTokenizer {
  /** Ids with the model's special tokens, at most `maxTokens`. */
  encode(text: string): { ids: number[]; tokens: string[] };
  /** Ids that the model adds, such as [CLS] and [SEP]. */
  special: ReadonlySet<number>;
  padId: number;
}

/** A word of more characters is one unknown piece whatever follows, so longer stretches carry no more information. */
const LONGEST_CHUNK = 1_000;

export async function loadPieceTokenizer(path: string, { maxTokens }: { maxTokens: number }): Promise<PieceTokenizer> {
  const json = JSON.parse(await readFile(path, 'utf8'));
  const tokenizer = new Tokenizer({ ...json, truncation: null, padding: null }, {});
  const empty = tokenizer.encode('').ids;
  const special = new Set(empty);
  const padded = (json.added_tokens as { id: number; content: string }[] | undefined)?.find(
    ({ content }) => content === '[PAD]' || content === '<pad>',
  );
  return {
    special,
    padId: padded?.id ?? 0,
    encode(text) {
      const { ids, tokens } = tokenizer.encode(shorten(text, maxTokens));
      if (ids.length <= maxTokens) return { ids, tokens };
      // The last special token closes the text that was cut.
      const keep = maxTokens - 1;
      return { ids: [...ids.slice(0, keep), ids[ids.length - 1]], tokens: [...tokens.slice(0, keep), tokens[tokens.length - 1]] };
    },
  };
}

/** Each word gives a piece at least, so words past `maxTokens` are never read: a megabyte of text costs what a page does. */
function shorten(text: string, maxTokens: number): string {
  if (text.length <= LONGEST_CHUNK) return text;
  const words: string[] = [];
  for (const match of text.matchAll(/\S+/g)) {
    words.push(match[0].slice(0, LONGEST_CHUNK));
    if (words.length >= 2 * maxTokens) break;
  }
  return words.join(' ');
}
