/** BERT encoders (Devlin et al., 2019) as ONNX models, written node by node from their weights, with the fused operators of ONNX Runtime. */
import protobuf from 'protobufjs';
import { SetupError } from '../core/errors.ts';
import type { Tensor } from './safetensors.ts';

export interface BertShape {
  layers: number;
  heads: number;
  epsilon: number;
}

/** `embedding`: mean over the tokens, unit length. A number: the hidden states after that many layers. */
export type BertOutput = 'embedding' | number;

/** The messages of onnx.proto3 that the graph needs, with their field numbers. */
const ONNX = protobuf.Root.fromJSON({
  nested: {
    Attribute: {
      fields: {
        name: { type: 'string', id: 1 },
        f: { type: 'float', id: 2 },
        i: { type: 'int64', id: 3 },
        ints: { rule: 'repeated', type: 'int64', id: 8, options: { packed: false } },
        type: { type: 'int32', id: 20 },
      },
    },
    Node: {
      fields: {
        input: { rule: 'repeated', type: 'string', id: 1 },
        output: { rule: 'repeated', type: 'string', id: 2 },
        opType: { type: 'string', id: 4 },
        attribute: { rule: 'repeated', type: 'Attribute', id: 5 },
        domain: { type: 'string', id: 7 },
      },
    },
    TensorProto: {
      fields: {
        dims: { rule: 'repeated', type: 'int64', id: 1, options: { packed: false } },
        dataType: { type: 'int32', id: 2 },
        name: { type: 'string', id: 8 },
        rawData: { type: 'bytes', id: 9 },
      },
    },
    Dimension: { fields: { dimValue: { type: 'int64', id: 1 }, dimParam: { type: 'string', id: 2 } } },
    Shape: { fields: { dim: { rule: 'repeated', type: 'Dimension', id: 1 } } },
    TensorType: { fields: { elemType: { type: 'int32', id: 1 }, shape: { type: 'Shape', id: 2 } } },
    Type: { fields: { tensorType: { type: 'TensorType', id: 1 } } },
    ValueInfo: { fields: { name: { type: 'string', id: 1 }, type: { type: 'Type', id: 2 } } },
    Graph: {
      fields: {
        node: { rule: 'repeated', type: 'Node', id: 1 },
        name: { type: 'string', id: 2 },
        initializer: { rule: 'repeated', type: 'TensorProto', id: 5 },
        input: { rule: 'repeated', type: 'ValueInfo', id: 11 },
        output: { rule: 'repeated', type: 'ValueInfo', id: 12 },
      },
    },
    OperatorSet: { fields: { domain: { type: 'string', id: 1 }, version: { type: 'int64', id: 2 } } },
    Model: {
      fields: {
        irVersion: { type: 'int64', id: 1 },
        graph: { type: 'Graph', id: 7 },
        opsetImport: { rule: 'repeated', type: 'OperatorSet', id: 8 },
      },
    },
  },
});

const FLOAT = 1;
const INT32 = 6;
const INT64 = 7;
const DATA_TYPES: Record<string, number> = { F32: FLOAT, F16: 10 };

type AttributeValue = { f: number } | { i: number } | { ints: number[] };

/** The bytes of an ONNX model with inputs `ids`, `segments` and `mask` (int32, batch × length) and one output, `result`. */
export function buildBertOnnx(tensors: ReadonlyMap<string, Tensor>, shape: BertShape, output: BertOutput): Uint8Array {
  const nodes: object[] = [];
  const initializers: object[] = [];

  function node(opType: string, input: string[], name: string, attributes: Record<string, AttributeValue> = {}, domain = ''): string {
    const attribute = Object.entries(attributes).map(([key, value]) => ({
      name: key,
      ...value,
      type: 'f' in value ? 1 : 'i' in value ? 2 : 7,
    }));
    nodes.push({ input, output: [name], opType, attribute, domain });
    return name;
  }
  const fused = (opType: string, input: string[], name: string, attributes: Record<string, AttributeValue> = {}) =>
    node(opType, input, name, attributes, 'com.microsoft');

  /** A weight as 32-bit floats; ONNX Runtime folds the cast when it loads the model. */
  function weight(name: string): string {
    const tensor = tensors.get(name);
    const dataType = tensor && DATA_TYPES[tensor.type];
    if (!tensor || !dataType) throw new SetupError(`the model has no weight ${name}`);
    initializers.push({ dims: tensor.shape, dataType, name, rawData: tensor.data });
    return dataType === FLOAT ? name : node('Cast', [name], `${name}/f32`, { to: { i: FLOAT } });
  }
  const transposed = (name: string) => node('Transpose', [name], `${name}/t`, { perm: { ints: [1, 0] } });
  const integers = (name: string, values: number[]) => {
    initializers.push({ dims: [values.length], dataType: INT64, name, rawData: new Uint8Array(BigInt64Array.from(values, BigInt).buffer) });
    return name;
  };
  const epsilon = { epsilon: { f: shape.epsilon } };

  nodes.push({
    input: [
      'ids',
      'segments',
      weight('embeddings.word_embeddings.weight'),
      weight('embeddings.position_embeddings.weight'),
      weight('embeddings.token_type_embeddings.weight'),
      weight('embeddings.LayerNorm.weight'),
      weight('embeddings.LayerNorm.bias'),
    ],
    output: ['hidden/0', 'unused'],
    opType: 'EmbedLayerNormalization',
    attribute: [{ name: 'epsilon', f: shape.epsilon, type: 1 }],
    domain: 'com.microsoft',
  });

  function layer(index: number, input: string): string {
    const name = (part: string) => `encoder.layer.${index}.${part}`;
    const parts = ['query', 'key', 'value'].map((part) => name(`attention.self.${part}`));
    const matrix = transposed(
      node(
        'Concat',
        parts.map((part) => weight(`${part}.weight`)),
        name('qkv'),
        { axis: { i: 0 } },
      ),
    );
    const bias = node(
      'Concat',
      parts.map((part) => weight(`${part}.bias`)),
      name('qkv/bias'),
      { axis: { i: 0 } },
    );
    const attended = fused('Attention', [input, matrix, bias, 'mask'], name('attended'), { num_heads: { i: shape.heads } });
    const first = addNormalize(attended, input, name('attention.output'));
    const wide = node('MatMul', [first, transposed(weight(name('intermediate.dense.weight')))], name('wide'));
    const active = fused('BiasGelu', [wide, weight(name('intermediate.dense.bias'))], name('active'));
    return addNormalize(active, first, name('output'));
  }

  /** dense(input) + skip, then layer normalization. */
  function addNormalize(input: string, skip: string, part: string): string {
    const dense = node('MatMul', [input, transposed(weight(`${part}.dense.weight`))], `${part}/dense`);
    const norm = [weight(`${part}.LayerNorm.weight`), weight(`${part}.LayerNorm.bias`), weight(`${part}.dense.bias`)];
    return fused('SkipLayerNormalization', [dense, skip, ...norm], `${part}/normal`, epsilon);
  }

  let hidden = 'hidden/0';
  const depth = output === 'embedding' ? shape.layers : output;
  for (let index = 0; index < depth; index++) hidden = layer(index, hidden);
  if (output === 'embedding') {
    const mask = node('Unsqueeze', [node('Cast', ['mask'], 'mask/f32', { to: { i: FLOAT } }), integers('axis/2', [2])], 'mask/3d');
    const axis = integers('axis/1', [1]);
    const keep = { keepdims: { i: 0 } };
    const sum = node('ReduceSum', [node('Mul', [hidden, mask], 'masked'), axis], 'sum', keep);
    const mean = node('Div', [sum, node('ReduceSum', [mask, axis], 'count', keep)], 'mean');
    node('LpNormalization', [mean], 'result', { axis: { i: -1 }, p: { i: 2 } });
  } else node('Identity', [hidden], 'result');

  const value = (name: string, elemType: number, dims: string[]) => ({
    name,
    type: { tensorType: { elemType, shape: { dim: dims.map((dimParam) => ({ dimParam })) } } },
  });
  const model = {
    irVersion: 8,
    opsetImport: [
      { domain: '', version: 17 },
      { domain: 'com.microsoft', version: 1 },
    ],
    graph: {
      name: 'bert',
      node: nodes,
      initializer: initializers,
      input: ['ids', 'segments', 'mask'].map((name) => value(name, INT32, ['batch', 'length'])),
      output: [value('result', FLOAT, output === 'embedding' ? ['batch', 'width'] : ['batch', 'length', 'width'])],
    },
  };
  return ONNX.lookupType('Model').encode(model).finish();
}
