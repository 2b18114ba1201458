/** `sensebench.json`, in which a folder made by a recipe describes its graphs, its vocabulary and its default decoding. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson } from '../../files/index.ts';
import { loadTokenCodec } from './token-codec.ts';

const idsSchema = z.object({
  pad: z.number().int().nonnegative(),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  unknown: z.number().int().nonnegative(),
  /** For editing models: a token still to be chosen. */
  placeholder: z.number().int().nonnegative().optional(),
});

const describedSchema = z.object({
  format: z.literal(1),
  kind: z.enum(['steps', 'edits', 'classifier']),
  name: z.string().optional(),
  tokenizer: z.enum(['words', 'tokenizer.json']).default('words'),
  lowercase: z.boolean().default(false),
  /** Whether words and punctuation marks are separate tokens, instead of splitting at white space. */
  punctuation: z.boolean().default(false),
  ids: idsSchema,
  maxInputTokens: z.number().int().positive().optional(),
  labels: z.array(z.string()).optional(),
  edits: z.object({ rounds: z.number().int().positive().default(10), constrained: z.boolean().default(false) }).prefault({}),
  decoding: z
    .object({
      beams: z.number().int().positive().optional(),
      maxLength: z.number().int().positive().optional(),
      minLength: z.number().int().nonnegative().default(0),
      lengthPenalty: z.number().default(1),
      noRepeatNgram: z.number().int().nonnegative().default(0),
      earlyStopping: z.union([z.boolean(), z.literal('never')]).default(false),
    })
    .prefault({}),
});

export type OwnFolder = z.infer<typeof describedSchema>;

export async function readOwnFolder(folder: string): Promise<OwnFolder | null> {
  const file = join(folder, 'sensebench.json');
  return existsSync(file) ? readJson(file, describedSchema) : null;
}

const WORDS_AND_MARKS = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu;

/** The vocabulary of such a folder. Words outside it keep their text, so that they can be copied. */
export interface OwnWords {
  /** The number of ids. */
  size: number;
  encode(text: string): { ids: number[]; words: string[] };
  decode(ids: readonly number[]): string;
  /** Undefined for words outside the vocabulary. */
  idOf(word: string): number | undefined;
  wordOf(id: number): string;
  continuesWord(id: number): boolean;
  spell(phrase: string): number[];
}

export async function loadOwnWords(folder: string, { tokenizer, lowercase, punctuation, ids: special }: OwnFolder): Promise<OwnWords> {
  if (tokenizer === 'tokenizer.json') {
    const codec = await loadTokenCodec(folder);
    return {
      size: Number.POSITIVE_INFINITY,
      encode: (text) => ({ ids: codec.encode(text, { special: true }), words: [] }),
      decode: codec.decode,
      idOf: () => undefined,
      wordOf: String,
      continuesWord: codec.continuesWord,
      spell: codec.spell,
    };
  }
  const vocabulary = await readJson(join(folder, 'vocabulary.json'), z.array(z.string()).min(1));
  const ids = new Map(vocabulary.map((word, id) => [word, id]));
  const hidden = new Set([special.pad, special.start, special.end]);
  const pattern = punctuation ? WORDS_AND_MARKS : /\S+/g;
  const split = (text: string): string[] => (lowercase ? text.toLowerCase() : text).match(pattern) ?? [];
  return {
    size: vocabulary.length,
    encode(text) {
      const words = split(text);
      return { words, ids: words.map((word) => ids.get(word) ?? special.unknown) };
    },
    decode: (tokens) =>
      tokens
        .filter((id) => !hidden.has(id))
        .map((id) => vocabulary[id] ?? '')
        .join(' '),
    idOf: (word) => ids.get(word),
    wordOf: (id) => vocabulary[id] ?? '',
    continuesWord: () => false,
    spell: (phrase) => {
      const known = split(phrase).map((word) => ids.get(word));
      return known.every((id) => id !== undefined) ? known : [];
    },
  };
}
