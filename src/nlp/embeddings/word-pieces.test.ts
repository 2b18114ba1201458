import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPieceTokenizer } from './word-pieces.ts';

/** The least tokenizer.json of BERT's kind. */
const VOCABULARY = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'play', '##ing', 'chess'];
const special = (content: string) => ({
  id: VOCABULARY.indexOf(content),
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
});
const tokenizer = {
  version: '1.0',
  added_tokens: ['[PAD]', '[UNK]', '[CLS]', '[SEP]'].map(special),
  normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(VOCABULARY.map((token, id) => [token, id])),
  },
};

describe('word pieces', () => {
  let folder: string;
  let path: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
    path = join(folder, 'tokenizer.json');
    writeFileSync(path, JSON.stringify(tokenizer));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are between the special tokens; an unknown word is one piece', async () => {
    const { encode, special: marks, padId } = await loadPieceTokenizer(path, { maxTokens: 16 });
    expect(encode('Playing chess zebra').tokens).toEqual(['[CLS]', 'play', '##ing', 'chess', '[UNK]', '[SEP]']);
    expect([...marks].sort()).toEqual([2, 3]);
    expect(padId).toBe(0);
  });
  it('are cut to the length that the model takes, with the closing token', async () => {
    const { encode } = await loadPieceTokenizer(path, { maxTokens: 4 });
    expect(encode('playing chess chess').tokens).toEqual(['[CLS]', 'play', '##ing', '[SEP]']);
  });
  it('of a very long text are those of its beginning', async () => {
    const { encode } = await loadPieceTokenizer(path, { maxTokens: 8 });
    expect(encode('chess '.repeat(100_000)).ids).toEqual(encode('chess '.repeat(10)).ids);
  });
});
