import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableModel, tokenizerJson } from '../../../../../test/table-model.ts';
import { loadEmbedFolder } from './embed-folder.ts';
import { loadEncoderFolder } from './encoder.ts';
import { findOnnxRuntime } from './onnx-runtime.ts';

/** A model that looks up two numbers for each piece: its hidden states are a table. */
const TABLE: Record<string, [number, number]> = {
  '[PAD]': [9, 9],
  '[UNK]': [0, 1],
  '[CLS]': [0, 0],
  '[SEP]': [0, 0],
  red: [3, 0],
  blue: [0, 4],
};
const PIECES = Object.keys(TABLE);

const folder = mkdtempSync(join(tmpdir(), 'sensebench-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => {
  writeFileSync(join(folder, 'model.onnx'), tableModel(Object.values(TABLE), 'last_hidden_state'));
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ hidden_size: 2, num_hidden_layers: 1 }));
  writeFileSync(join(folder, 'tokenizer.json'), tokenizerJson(PIECES));
});

describe.runIf((await findOnnxRuntime()) !== null)('a sentence-transformers folder', () => {
  it('pools by mean without padding, to unit length', async () => {
    const { embed, dimensions } = await loadEmbedFolder(folder);
    expect(dimensions).toBe(2);
    const [a, b, c, d] = await embed(['red', 'Red blue']);
    expect([a, b]).toEqual([1, 0]);
    expect(c).toBeCloseTo(0.6);
    expect(d).toBeCloseTo(0.8);
  });

  it('takes the length limit and the pooling that the folder names', async () => {
    mkdirSync(join(folder, '1_Pooling'));
    writeFileSync(
      join(folder, '1_Pooling/config.json'),
      JSON.stringify({ pooling_mode_mean_tokens: false, pooling_mode_max_tokens: true }),
    );
    writeFileSync(join(folder, 'sentence_bert_config.json'), JSON.stringify({ max_seq_length: 3 }));
    const { embed } = await loadEmbedFolder(folder);
    expect([...(await embed(['blue red red']))]).toEqual([0, 1]);
  });

  it('is an encoder as well, and says which layers it lacks', async () => {
    const encoder = await loadEncoderFolder(folder);
    const [encoded] = await encoder.encode(['red blue'], { layer: 1 });
    expect(encoded.tokens).toEqual(['[CLS]', 'red', 'blue', '[SEP]']);
    expect([...encoded.states]).toEqual([0, 0, 3, 0, 0, 4, 0, 0]);
    await expect(encoder.encode(['red'], { layer: 0 })).rejects.toThrow('no output for layer 0');
  });

  it('says what a folder lacks', async () => {
    await expect(loadEmbedFolder(tmpdir())).rejects.toThrow('has no ONNX model');
  });
});
