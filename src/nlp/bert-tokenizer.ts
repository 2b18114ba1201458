/** Word pieces of a tokenizer.json, cut to a model's length with its special tokens kept. */
import { Tokenizer } from '@huggingface/tokenizers';

export interface EncodedIds {
  ids: number[];
  tokens: string[];
}

/** Text beyond this many characters cannot reach a model's length limit: a word piece is never longer than its text. */
const CHARACTERS_PER_TOKEN = 100;

export function createIdEncoder(tokenizerJson: object, { maxTokens }: { maxTokens: number }): (text: string) => EncodedIds {
  const tokenizer = new Tokenizer(tokenizerJson, {});
  return (text) => {
    const { ids, tokens } = tokenizer.encode(text.slice(0, maxTokens * CHARACTERS_PER_TOKEN));
    if (ids.length <= maxTokens) return { ids, tokens };
    const last = ids.length - 1;
    return { ids: [...ids.slice(0, maxTokens - 1), ids[last]], tokens: [...tokens.slice(0, maxTokens - 1), tokens[last]] };
  };
}
