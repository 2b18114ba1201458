/** Writes ONNX models (onnx.proto, IR version 9) from nodes and tensors: the small part of the format that a graph made in code needs. */
import protobuf from 'protobufjs';

const PROTO = `
syntax = "proto3";
message Attribute { string name = 1; float f = 2; int64 i = 3; bytes s = 4; repeated float floats = 7; repeated int64 ints = 8; int32 type = 20; }
message Node { repeated string input = 1; repeated string output = 2; string name = 3; string op_type = 4; repeated Attribute attribute = 5; string domain = 7; }
message Tensor { repeated int64 dims = 1; int32 data_type = 2; string name = 8; bytes raw_data = 9; }
message Dim { oneof value { int64 dim_value = 1; string dim_param = 2; } }
message Shape { repeated Dim dim = 1; }
message TensorType { int32 elem_type = 1; Shape shape = 2; }
message Type { TensorType tensor_type = 1; }
message ValueInfo { string name = 1; Type type = 2; }
message Graph { repeated Node node = 1; string name = 2; repeated Tensor initializer = 5; repeated ValueInfo input = 11; repeated ValueInfo output = 12; }
message OperatorSet { string domain = 1; int64 version = 2; }
message Model { int64 ir_version = 1; string producer_name = 2; Graph graph = 7; repeated OperatorSet opset_import = 8; }
`;

export const ONNX_TYPES = { float: 1, int32: 6, int64: 7, float16: 10 } as const;
export type OnnxType = keyof typeof ONNX_TYPES;

/** Numbers of AttributeProto.type. */
const ATTRIBUTE = { float: 1, int: 2, ints: 7 } as const;

export interface OnnxNode {
  op: string;
  inputs: readonly string[];
  outputs: readonly string[];
  ints?: Readonly<Record<string, number | readonly number[]>>;
  floats?: Readonly<Record<string, number>>;
  domain?: string;
}

export interface OnnxTensor {
  name: string;
  type: OnnxType;
  dims: readonly number[];
  bytes: Uint8Array;
}

export interface OnnxValue {
  name: string;
  type: OnnxType;
  /** A number, or the name of a dimension that varies. */
  dims: readonly (number | string)[];
}

export interface OnnxGraph {
  nodes: readonly OnnxNode[];
  tensors: readonly OnnxTensor[];
  inputs: readonly OnnxValue[];
  outputs: readonly OnnxValue[];
}

const IR_VERSION = 9;
const OPSETS = [
  { domain: '', version: 20 },
  { domain: 'com.microsoft', version: 1 },
];

export function encodeOnnx({ nodes, tensors, inputs, outputs }: OnnxGraph): Uint8Array {
  const model = protobuf.parse(PROTO, { keepCase: true }).root.lookupType('Model');
  return model
    .encode({
      ir_version: IR_VERSION,
      producer_name: 'sensebench',
      opset_import: OPSETS,
      graph: {
        name: 'graph',
        node: nodes.map(toNode),
        initializer: tensors.map(({ name, type, dims, bytes }) => ({ name, dims, data_type: ONNX_TYPES[type], raw_data: bytes })),
        input: inputs.map(toValueInfo),
        output: outputs.map(toValueInfo),
      },
    })
    .finish();
}

function toNode({ op, inputs, outputs, ints = {}, floats = {}, domain = '' }: OnnxNode) {
  return {
    op_type: op,
    input: inputs,
    output: outputs,
    name: `${op}:${outputs[0]}`,
    domain,
    attribute: [
      ...Object.entries(ints).map(([name, value]) =>
        typeof value === 'number' ? { name, i: value, type: ATTRIBUTE.int } : { name, ints: value, type: ATTRIBUTE.ints },
      ),
      ...Object.entries(floats).map(([name, f]) => ({ name, f, type: ATTRIBUTE.float })),
    ],
  };
}

function toValueInfo({ name, type, dims }: OnnxValue) {
  const dim = dims.map((size) => (typeof size === 'number' ? { dim_value: size } : { dim_param: size }));
  return { name, type: { tensor_type: { elem_type: ONNX_TYPES[type], shape: { dim } } } };
}
