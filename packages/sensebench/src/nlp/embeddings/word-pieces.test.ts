import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenizerJson } from '../../../../../test/table-model.ts';
import { loadPieceTokenizer } from './word-pieces.ts';

const VOCABULARY = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'play', '##ing', 'chess'];

describe('word pieces', () => {
  let folder: string;
  let path: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
    path = join(folder, 'tokenizer.json');
    writeFileSync(path, tokenizerJson(VOCABULARY));
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
