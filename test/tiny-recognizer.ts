/** The folder of a tiny ONNX model for tests: a token classifier that knows New York and Monday by heart, or an encoder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import protobuf from 'protobufjs';

const VOCABULARY = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'in', 'new', 'york', 'on', 'mon', '##day', '.'];
const LABELS = ['O', 'B-GPE', 'I-GPE', 'B-DATE', 'B-MISC'];
/** Which label each word piece stands for: the tiny model is a table. */
const LABEL_OF: Record<string, number> = { new: 1, york: 2, mon: 3, '##day': 4 };

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

interface TinyModelOptions {
  /** Another number gives other files that know the same. */
  weight?: number;
  /** The name of its output; `hidden_states.17` makes it an encoder whose vectors are those of layer 17. */
  output?: string;
}

function tinyModel({ weight = 1, output = 'logits' }: TinyModelOptions): Uint8Array {
  const table = new Float32Array(VOCABULARY.length * LABELS.length);
  VOCABULARY.forEach((piece, i) => {
    table[i * LABELS.length + (LABEL_OF[piece] ?? 0)] = weight;
  });
  const value = (name: string, elemType: number, dims: string[]) => ({
    name,
    type: { tensorType: { elemType, shape: { dim: dims.map((dimParam) => ({ dimParam })) } } },
  });
  const Model = proto.lookupType('Model');
  return Model.encode(
    Model.fromObject({
      irVersion: 8,
      opsetImport: [{ domain: '', version: 17 }],
      graph: {
        name: 'tiny',
        node: [{ input: ['table', 'input_ids'], output: [output], opType: 'Gather' }],
        initializer: [{ name: 'table', dataType: 1, dims: [VOCABULARY.length, LABELS.length], rawData: new Uint8Array(table.buffer) }],
        input: [value('input_ids', 7, ['batch', 'length'])],
        output: [value(output, 1, ['batch', 'length', 'labels'])],
      },
    }),
  ).finish();
}

export function writeTinyRecognizer(folder: string, options: TinyModelOptions = {}): void {
  writeFileSync(join(folder, 'model.onnx'), tinyModel(options));
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({
      id2label: Object.fromEntries(LABELS.entries()),
      max_position_embeddings: 16,
      hidden_size: LABELS.length,
      num_hidden_layers: 24,
    }),
  );
  const added = VOCABULARY.slice(0, 4).map((content, id) => ({
    id,
    content,
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  }));
  writeFileSync(
    join(folder, 'tokenizer.json'),
    JSON.stringify({
      version: '1.0',
      added_tokens: added,
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
        special_tokens: { '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] }, '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] } },
      },
      decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
      model: {
        type: 'WordPiece',
        unk_token: '[UNK]',
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
        vocab: Object.fromEntries(VOCABULARY.map((piece, i) => [piece, i])),
      },
    }),
  );
}
