/** ONNX models written in code: a graph that grows node by node, encoded as the messages of onnx.proto3 with their field numbers. */
import { SetupError } from '@sensebench/metrics/internal/core';
import { bytes, encode, float, integer, type Message, message, text } from './protobuf.ts';
import type { Tensor } from './safetensors.ts';

export const FLOAT = 1;
export const INT32 = 6;
export const INT64 = 7;
export const BOOL = 9;
const DATA_TYPES: Record<string, number> = { F32: FLOAT, F16: 10, I8: 3 };

type AttributeValue = { f: number } | { i: number } | { ints: number[] };

export interface NodeOptions {
  attributes?: Record<string, AttributeValue>;
  /** `com.microsoft` for the fused operators of ONNX Runtime. */
  domain?: string;
}

/** An input or output: its element type and the names (or sizes) of its dimensions. */
export interface GraphValue {
  name: string;
  type?: number;
  dims: readonly (string | number)[];
}

export class OnnxGraph {
  private readonly nodes: Message[] = [];
  private readonly initializers: Message[] = [];
  private readonly constants = new Set<string>();

  /** Adds an operator and gives back the name of its (first) output. */
  node(
    opType: string,
    input: readonly string[],
    output: string | readonly string[],
    { attributes = {}, domain = '' }: NodeOptions = {},
  ): string {
    const outputs = typeof output === 'string' ? [output] : output;
    this.nodes.push([
      ...input.map((name) => text(1, name)),
      ...outputs.map((name) => text(2, name)),
      text(4, opType),
      ...Object.entries(attributes).map(([name, value]) => message(5, attributeMessage(name, value))),
      ...(domain ? [text(7, domain)] : []),
    ]);
    return outputs[0];
  }

  fused(
    opType: string,
    input: readonly string[],
    output: string | readonly string[],
    attributes: Record<string, AttributeValue> = {},
  ): string {
    return this.node(opType, input, output, { attributes, domain: 'com.microsoft' });
  }

  /** A weight as 32-bit floats; ONNX Runtime folds the cast when it loads the model. */
  weight(tensors: ReadonlyMap<string, Tensor>, name: string): string {
    const type = this.constant(tensors, name);
    return type === FLOAT ? name : this.node('Cast', [name], `${name}/f32`, { attributes: { to: { i: FLOAT } } });
  }

  /** A tensor as its file holds it; gives back its element type. */
  constant(tensors: ReadonlyMap<string, Tensor>, name: string): number {
    const tensor = tensors.get(name);
    const dataType = tensor && DATA_TYPES[tensor.type];
    if (!tensor || !dataType) throw new SetupError(`the model has no weight ${name}`);
    this.addTensor(name, { dims: tensor.shape, dataType, data: tensor.data });
    return dataType;
  }

  transposed(name: string): string {
    return this.node('Transpose', [name], `${name}/t`, { attributes: { perm: { ints: [1, 0] } } });
  }

  /** A constant number; the same number is stored once. */
  number(value: number): string {
    const name = `number/${value}`;
    if (!this.constants.has(name)) {
      this.constants.add(name);
      this.addTensor(name, { dims: [], dataType: FLOAT, data: new Uint8Array(Float32Array.of(value).buffer) });
    }
    return name;
  }

  /** A constant list of integers, such as axes or a shape; the same list is stored once. */
  integers(values: readonly number[]): string {
    const name = `integers/${values.join(',')}`;
    if (!this.constants.has(name)) {
      this.constants.add(name);
      const data = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
      this.addTensor(name, { dims: [values.length], dataType: INT64, data });
    }
    return name;
  }

  encode(inputs: readonly GraphValue[], outputs: readonly GraphValue[]): Uint8Array {
    const graph = [
      ...this.nodes.map((node) => message(1, node)),
      text(2, 'sensebench'),
      ...this.initializers.map((tensor) => message(5, tensor)),
      ...inputs.map((value) => message(11, valueMessage(value))),
      ...outputs.map((value) => message(12, valueMessage(value))),
    ];
    const fused = [text(1, 'com.microsoft'), integer(2, 1)];
    return encode([integer(1, 8), message(7, graph), message(8, [integer(2, 17)]), message(8, fused)]);
  }

  private addTensor(name: string, { dims, dataType, data }: { dims: readonly number[]; dataType: number; data: Uint8Array }): void {
    this.initializers.push([...dims.map((size) => integer(1, size)), integer(2, dataType), text(8, name), bytes(9, data)]);
  }
}

function attributeMessage(name: string, value: AttributeValue): Message {
  if ('f' in value) return [text(1, name), float(2, value.f), integer(20, 1)];
  if ('i' in value) return [text(1, name), integer(3, value.i), integer(20, 2)];
  return [text(1, name), ...value.ints.map((each) => integer(8, each)), integer(20, 7)];
}

function valueMessage({ name, type = FLOAT, dims }: GraphValue): Message {
  const shape = dims.map((size) => message(1, [typeof size === 'string' ? text(2, size) : integer(1, size)]));
  return [text(1, name), message(2, [message(1, [integer(1, type), message(2, shape)])])];
}
