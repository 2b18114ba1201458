/** Messages in the wire format of Protocol Buffers (protobuf.dev/programming-guides/encoding), as far as ONNX models need it. */

/** A field as it is written: pieces whose bytes follow each other. */
interface Field {
  size: number;
  pieces: readonly Uint8Array[];
}

export type Message = readonly Field[];

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FIXED32 = 5;

/** int32 and int64. */
export function integer(id: number, value: number): Field {
  return field([varint((id << 3) | VARINT), varint(value)]);
}

export function float(id: number, value: number): Field {
  const data = new DataView(new ArrayBuffer(4));
  data.setFloat32(0, value, true);
  return field([varint((id << 3) | FIXED32), new Uint8Array(data.buffer)]);
}

export function text(id: number, value: string): Field {
  return bytes(id, new TextEncoder().encode(value));
}

/** The bytes are not copied before the whole is encoded. */
export function bytes(id: number, value: Uint8Array): Field {
  return field([varint((id << 3) | LENGTH_DELIMITED), varint(value.length), value]);
}

export function message(id: number, fields: Message): Field {
  const size = sizeOf(fields);
  return field([varint((id << 3) | LENGTH_DELIMITED), varint(size), ...fields.flatMap(({ pieces }) => pieces)]);
}

export function encode(fields: Message): Uint8Array {
  const result = new Uint8Array(sizeOf(fields));
  let at = 0;
  for (const { pieces } of fields) {
    for (const piece of pieces) {
      result.set(piece, at);
      at += piece.length;
    }
  }
  return result;
}

function field(pieces: readonly Uint8Array[]): Field {
  return { size: pieces.reduce((sum, { length }) => sum + length, 0), pieces };
}

function sizeOf(fields: Message): number {
  return fields.reduce((sum, { size }) => sum + size, 0);
}

/** Seven bits in a byte, the lowest first; negative numbers as 64 bits. */
function varint(value: number): Uint8Array {
  const found: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    found.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  found.push(Number(rest));
  return Uint8Array.from(found);
}
