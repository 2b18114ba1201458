/** Files of tiny ONNX models for tests: a graph that looks up a row of numbers for each word piece, and the least tokenizer.json of BERT's kind. */
import protobuf from 'protobufjs';

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

/** `rows` has one row for each word piece; `output` names what the model gives. */
export function tableModel(rows: readonly (readonly number[])[], output: string): Uint8Array {
  const value = (name: string, elemType: number, dims: string[]) => ({
    name,
    type: { tensorType: { elemType, shape: { dim: dims.map((dimParam) => ({ dimParam })) } } },
  });
  const Model = proto.lookupType('Model');
  const rawData = new Uint8Array(Float32Array.from(rows.flat()).buffer);
  const graph = {
    name: 'table',
    node: [{ input: ['table', 'input_ids'], output: [output], opType: 'Gather' }],
    initializer: [{ name: 'table', dataType: 1, dims: [rows.length, rows[0].length], rawData }],
    input: [value('input_ids', 7, ['batch', 'length'])],
    output: [value(output, 1, ['batch', 'length', 'width'])],
  };
  return Model.encode(Model.fromObject({ irVersion: 8, opsetImport: [{ domain: '', version: 17 }], graph })).finish();
}

const MARKS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];

/** The first four of the vocabulary are the marks. */
export function tokenizerJson(vocabulary: readonly string[]): string {
  const token = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  const sequence = (id: string, type: number) => ({ Sequence: { id, type_id: type } });
  return JSON.stringify({
    version: '1.0',
    added_tokens: MARKS.map((content) => ({
      id: vocabulary.indexOf(content),
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [token('[CLS]'), sequence('A', 0), token('[SEP]')],
      pair: [token('[CLS]'), sequence('A', 0), token('[SEP]'), sequence('B', 1), token('[SEP]')],
      special_tokens: Object.fromEntries(['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [vocabulary.indexOf(id)], tokens: [id] }])),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((piece, i) => [piece, i])),
    },
  });
}
