/** ONNX models written in code: the messages of onnx.proto3 that our graphs need, and a graph that grows node by node. */
import protobuf from 'protobufjs';
import { SetupError } from '../../core/index.ts';
import type { Tensor } from './safetensors.ts';

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
  private readonly nodes: object[] = [];
  private readonly initializers: object[] = [];
  private readonly constants = new Set<string>();

  /** Adds an operator and gives back the name of its (first) output. */
  node(
    opType: string,
    input: readonly string[],
    output: string | readonly string[],
    { attributes = {}, domain = '' }: NodeOptions = {},
  ): string {
    const attribute = Object.entries(attributes).map(([name, value]) => ({
      name,
      ...value,
      type: 'f' in value ? 1 : 'i' in value ? 2 : 7,
    }));
    const outputs = typeof output === 'string' ? [output] : output;
    this.nodes.push({ input, output: outputs, opType, attribute, domain });
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
    this.initializers.push({ dims: tensor.shape, dataType, name, rawData: tensor.data });
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
      this.initializers.push({ dims: [], dataType: FLOAT, name, rawData: new Uint8Array(Float32Array.of(value).buffer) });
    }
    return name;
  }

  /** A constant list of integers, such as axes or a shape; the same list is stored once. */
  integers(values: readonly number[]): string {
    const name = `integers/${values.join(',')}`;
    if (!this.constants.has(name)) {
      this.constants.add(name);
      const rawData = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
      this.initializers.push({ dims: [values.length], dataType: INT64, name, rawData });
    }
    return name;
  }

  encode(inputs: readonly GraphValue[], outputs: readonly GraphValue[]): Uint8Array {
    const value = ({ name, type = FLOAT, dims }: GraphValue) => {
      const dim = dims.map((size) => (typeof size === 'string' ? { dimParam: size } : { dimValue: size }));
      return { name, type: { tensorType: { elemType: type, shape: { dim } } } };
    };
    const model = {
      irVersion: 8,
      opsetImport: [
        { domain: '', version: 17 },
        { domain: 'com.microsoft', version: 1 },
      ],
      graph: {
        name: 'sensebench',
        node: this.nodes,
        initializer: this.initializers,
        input: inputs.map(value),
        output: outputs.map(value),
      },
    };
    return ONNX.lookupType('Model').encode(model).finish();
  }
}
