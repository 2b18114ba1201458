/** BERT (Devlin et al. 2019) as an ONNX graph, written in code from half-precision weights; the runtime turns them to single precision when it loads. */
import { SetupError } from '../core/index.ts';
import { encodeOnnx, type OnnxNode, type OnnxTensor } from './onnx-format.ts';
import type { StoredTensor } from './safetensors.ts';

export interface BertShape {
  layers: number;
  heads: number;
  hidden: number;
  epsilon: number;
}

/** `sentence`: one unit vector per text, the mean over its tokens. `states`: the vectors of all tokens after each layer, `state0` the embeddings. */
export type BertOutput = 'sentence' | 'states';

export function bertGraph(
  weights: ReadonlyMap<string, StoredTensor>,
  { layers, heads, hidden, epsilon }: BertShape,
  output: BertOutput,
): Uint8Array {
  const nodes: OnnxNode[] = [];
  const tensors = new Map<string, OnnxTensor>();

  const add = (op: string, inputs: readonly string[], out: string, rest: Partial<OnnxNode> = {}): string => {
    nodes.push({ op, inputs, outputs: [out], ...rest });
    return out;
  };
  const constant = (name: string, values: readonly number[]): string => {
    tensors.set(name, { name, type: 'int64', dims: [values.length], bytes: new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer) });
    return name;
  };
  /** A weight in single precision. */
  const weight = (name: string): string => {
    const stored = weights.get(name);
    if (stored?.dtype !== 'F16') throw new SetupError(`the model's weights have no half-precision "${name}"`);
    if (tensors.has(name)) return `${name}/f`;
    tensors.set(name, { name, type: 'float16', dims: stored.shape, bytes: stored.bytes });
    return add('Cast', [name], `${name}/f`, { ints: { to: 1 } });
  };
  /** Linear layers are stored as outputs × inputs. */
  const matrix = (name: string): string => add('Transpose', [weight(`${name}.weight`)], `${name}/t`, { ints: { perm: [1, 0] } });
  const linear = (input: string, name: string, out: string): string =>
    add('Add', [add('MatMul', [input, matrix(name)], `${out}/m`), weight(`${name}.bias`)], out);
  const addAndNormalize = (a: string, b: string, name: string, out: string): string =>
    add('LayerNormalization', [add('Add', [a, b], `${out}/sum`), weight(`${name}.weight`), weight(`${name}.bias`)], out, {
      ints: { axis: -1 },
      floats: { epsilon },
    });

  const words = add('Gather', [weight('embeddings.word_embeddings.weight'), 'input_ids'], 'words');
  const length = add('Gather', [add('Shape', ['input_ids'], 'shape'), constant('one', [1])], 'length');
  const positions = add('Slice', [weight('embeddings.position_embeddings.weight'), constant('zero', [0]), length, 'zero'], 'positions');
  const types = add('Slice', [weight('embeddings.token_type_embeddings.weight'), 'zero', 'one', 'zero'], 'types');
  let state = addAndNormalize(words, add('Add', [positions, types], 'places'), 'embeddings.LayerNorm', 'state0');
  const mask = add('Cast', ['attention_mask'], 'mask/int', { ints: { to: 6 } });

  for (let layer = 0; layer < layers; layer++) {
    const name = `encoder.layer.${layer}`;
    const parts = ['query', 'key', 'value'].map((part) => `${name}.attention.self.${part}`);
    const packed = add('Concat', parts.map(matrix), `${name}/qkv`, { ints: { axis: 1 } });
    const bias = add(
      'Concat',
      parts.map((part) => weight(`${part}.bias`)),
      `${name}/qkv/bias`,
      { ints: { axis: 0 } },
    );
    const attended = add('Attention', [state, packed, bias, mask], `${name}/attention`, {
      ints: { num_heads: heads },
      domain: 'com.microsoft',
    });
    const mixed = addAndNormalize(
      linear(attended, `${name}.attention.output.dense`, `${name}/mixed`),
      state,
      `${name}.attention.output.LayerNorm`,
      `${name}/normalized`,
    );
    const inner = add('Gelu', [linear(mixed, `${name}.intermediate.dense`, `${name}/inner`)], `${name}/gelu`);
    state = addAndNormalize(linear(inner, `${name}.output.dense`, `${name}/outer`), mixed, `${name}.output.LayerNorm`, `state${layer + 1}`);
  }

  if (output === 'sentence') {
    const weighed = add('Cast', [add('Unsqueeze', ['attention_mask', constant('two', [2])], 'mask/column')], 'mask/float', {
      ints: { to: 1 },
    });
    const sum = add('ReduceSum', [add('Mul', [state, weighed], 'masked'), 'one'], 'sum', { ints: { keepdims: 0 } });
    // The mean has the direction of the sum, and only the direction is kept.
    add('LpNormalization', [sum], 'sentence', { ints: { axis: -1, p: 2 } });
  }

  const states = Array.from({ length: layers + 1 }, (_, i) => `state${i}`);
  return encodeOnnx({
    nodes,
    tensors: [...tensors.values()],
    inputs: ['input_ids', 'attention_mask'].map((name) => ({ name, type: 'int64' as const, dims: ['batch', 'length'] })),
    outputs:
      output === 'sentence'
        ? [{ name: 'sentence', type: 'float', dims: ['batch', hidden] }]
        : states.map((name) => ({ name, type: 'float' as const, dims: ['batch', 'length', hidden] })),
  });
}
