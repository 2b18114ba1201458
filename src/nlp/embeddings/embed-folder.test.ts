import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import protobuf from 'protobufjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const proto = protobuf.parse(`
  syntax = "proto3";
  message Tensor { repeated int64 dims = 1 [packed = false]; int32 data_type = 2; string name = 8; bytes raw_data = 9; }
  message Node { repeated string input = 1; repeated string output = 2; string op_type = 4; }
  message Dim { string dim_param = 2; }
  message Shape { repeated Dim dim = 1; }
  message TensorType { int32 elem_type = 1; Shape shape = 2; }
  message Type { TensorType tensor_type = 1; }
  message Value { string name = 1; Type type = 2; }
  message Graph { repeated Node node = 1; string name = 2; repeated Tensor initializer = 5; repeated Value input = 11; repeated Value output = 12; }
  message Opset { string domain = 1; int64 version = 2; }
  message Model { int64 ir_version = 1; Graph graph = 7; repeated Opset opset_import = 8; }
`).root;

function tableModel(): Uint8Array {
  const value = (name: string, elemType: number, dims: string[]) => ({
    name,
    type: { tensorType: { elemType, shape: { dim: dims.map((dimParam) => ({ dimParam })) } } },
  });
  const Model = proto.lookupType('Model');
  const graph = {
    name: 'table',
    node: [{ input: ['table', 'input_ids'], output: ['last_hidden_state'], opType: 'Gather' }],
    initializer: [
      {
        name: 'table',
        dataType: 1,
        dims: [PIECES.length, 2],
        rawData: new Uint8Array(Float32Array.from(Object.values(TABLE).flat()).buffer),
      },
    ],
    input: [value('input_ids', 7, ['batch', 'length'])],
    output: [value('last_hidden_state', 1, ['batch', 'length', 'width'])],
  };
  return Model.encode(Model.fromObject({ irVersion: 8, opsetImport: [{ domain: '', version: 17 }], graph })).finish();
}

const folder = mkdtempSync(join(tmpdir(), 'sensebench-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => {
  const special = (content: string) => ({
    id: PIECES.indexOf(content),
    content,
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  });
  const token = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  writeFileSync(join(folder, 'model.onnx'), tableModel());
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ hidden_size: 2, num_hidden_layers: 1 }));
  writeFileSync(
    join(folder, 'tokenizer.json'),
    JSON.stringify({
      version: '1.0',
      added_tokens: ['[PAD]', '[UNK]', '[CLS]', '[SEP]'].map(special),
      normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
      pre_tokenizer: { type: 'BertPreTokenizer' },
      post_processor: {
        type: 'TemplateProcessing',
        single: [token('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, token('[SEP]')],
        pair: [
          token('[CLS]'),
          { Sequence: { id: 'A', type_id: 0 } },
          token('[SEP]'),
          { Sequence: { id: 'B', type_id: 1 } },
          token('[SEP]'),
        ],
        special_tokens: Object.fromEntries(['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [PIECES.indexOf(id)], tokens: [id] }])),
      },
      decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
      model: {
        type: 'WordPiece',
        unk_token: '[UNK]',
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
        vocab: Object.fromEntries(PIECES.map((piece, id) => [piece, id])),
      },
    }),
  );
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
