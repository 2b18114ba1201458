/** Encodes and decodes text by a model's tokenizer.json, and tells constraints where words continue. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readJson } from '../../files/index.ts';

export interface TokenCodec {
  encode(text: string, options: { special: boolean }): number[];
  /** Leaves out special tokens and surrounding spaces. */
  decode(ids: readonly number[]): string;
  /** The ids of a phrase in the middle of a text. */
  spell(phrase: string): number[];
  continuesWord(id: number): boolean;
}

const tokenizerSchema = z.looseObject({ model: z.looseObject({ vocab: z.unknown() }) });
const settingsSchema = z.looseObject({});

export async function loadTokenCodec(folder: string): Promise<TokenCodec> {
  const file = join(folder, 'tokenizer.json');
  if (!existsSync(file))
    throw new InputError('has no tokenizer.json', {
      file: folder,
      expected: "the fast tokenizer's file, as tokenizer.save_pretrained writes it",
    });
  const json = await readJson(file, tokenizerSchema);
  const settings = join(folder, 'tokenizer_config.json');
  const config = existsSync(settings) ? await readJson(settings, settingsSchema) : {};
  const tokenizer = makeTokenizer({ ...json, truncation: null, padding: null }, config, file);
  const encode = (text: string, special: boolean) => tokenizer.encode(text, { add_special_tokens: special }).ids;
  const pieces = [...tokenizer.get_vocab(false).keys()];
  const before = encode('a', false);
  return {
    encode: (text, { special }) => encode(text, special),
    decode: (ids) => (ids.length === 0 ? '' : tokenizer.decode([...ids], { skip_special_tokens: true }).trim()),
    spell(phrase) {
      const whole = encode(`a ${phrase}`, false);
      const follows = before.every((id, i) => whole[i] === id);
      return follows ? whole.slice(before.length) : encode(phrase, false);
    },
    continuesWord: continuation(pieces, (id) => tokenizer.id_to_token(id)),
  };
}

function makeTokenizer(json: object, config: object, file: string): Tokenizer {
  try {
    return new Tokenizer(json, config);
  } catch (error) {
    throw new InputError(`is a tokenizer that cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`, {
      file,
    });
  }
}

/** Vocabularies mark where words begin (`▁dog`, `Ġdog`) or continue (`##s`), except those of whole words. */
function continuation(pieces: readonly string[], textOf: (id: number) => string | undefined): (id: number) => boolean {
  const begins = pieces.some((piece) => /^[▁Ġ]\p{L}/u.test(piece));
  const goesOn = pieces.some((piece) => /^##\p{L}/u.test(piece));
  return (id) => {
    const piece = textOf(id) ?? '';
    return goesOn ? piece.startsWith('##') : begins && /^(?![▁Ġ])[\p{L}\p{N}]/u.test(piece);
  };
}
