/** Dot products of one vector with a block of others, by a hand-written WebAssembly function (128-bit SIMD, four lanes). */

export interface DotProducts {
  /** The vectors, a row each, with rows of zeros at the end so that any block is full. */
  readonly vectors: Float32Array;
  /** `count` (a multiple of 4) products of row `row` with the rows from `first` on. */
  products(row: number, first: number, count: number): Float32Array;
}

/** Rows of a block at most. */
export const BLOCK_ROWS = 64;

export function createDotProducts(rows: Float32Array, dimensions: number): DotProducts {
  const width = Math.ceil(dimensions / 4) * 4;
  const count = dimensions === 0 ? 0 : rows.length / dimensions;
  const bytes = (count + BLOCK_ROWS) * width * 4;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((bytes + BLOCK_ROWS * 4) / 65536) });
  const vectors = new Float32Array(memory.buffer, 0, (count + BLOCK_ROWS) * width);
  for (let row = 0; row < count; row++) vectors.set(rows.subarray(row * dimensions, (row + 1) * dimensions), row * width);
  const out = new Float32Array(memory.buffer, bytes, BLOCK_ROWS);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { m: { m: memory } });
  const dots = exports.d as (row: number, block: number, count: number, stride: number, out: number) => void;
  const stride = width * 4;
  return {
    vectors,
    products(row, first, size) {
      dots(row * stride, first * stride, size, stride, bytes);
      return out;
    },
  };
}

const I32 = 0x7f;
const V128 = 0x7b;
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const I32_ADD = 0x6a;
const addConst = (value: number) => [0x41, value, I32_ADD];
const LOAD = [0xfd, 0x00, 4, 0];
const MUL = [0xfd, 0xe6, 0x01];
const ADD = [0xfd, 0xe4, 0x01];
const ZERO = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
const lane = (index: number) => [0xfd, 0x1f, index];
const F32_ADD = 0x92;
const F32_STORE = (offset: number) => [0x38, 2, offset];

/** Parameters, then: end of the block, four row addresses, a place within the rows, four sums, one quadruple. */
const [ROW, BLOCK, COUNT, STRIDE, OUT, D, R1, R2, R3, S0, S1, S2, S3, X] = Array.from({ length: 14 }, (_, i) => i);
const ADDRESSES = [BLOCK, R1, R2, R3];
const SUMS = [S0, S1, S2, S3];

/** Four rows of the block at once: the row's quadruple is read once for all of them. */
const BODY = [
  ...[0x03, 0x40],
  ...[...get(BLOCK), ...get(STRIDE), I32_ADD, ...tee(R1), ...get(STRIDE), I32_ADD, ...tee(R2), ...get(STRIDE), I32_ADD, ...set(R3)],
  ...SUMS.flatMap((sum) => [...ZERO, ...set(sum)]),
  ...[0x41, 0, ...set(D)],
  ...[0x03, 0x40],
  ...[...get(ROW), ...get(D), I32_ADD, ...LOAD, ...set(X)],
  ...SUMS.flatMap((sum, i) => [...get(sum), ...get(X), ...get(ADDRESSES[i]), ...get(D), I32_ADD, ...LOAD, ...MUL, ...ADD, ...set(sum)]),
  ...[...get(D), ...addConst(16), ...tee(D), ...get(STRIDE), 0x49, 0x0d, 0],
  0x0b,
  ...SUMS.flatMap((sum, i) => [
    ...get(OUT),
    ...[...get(sum), ...lane(0), ...get(sum), ...lane(1), F32_ADD],
    ...[...get(sum), ...lane(2), ...get(sum), ...lane(3), F32_ADD, F32_ADD],
    ...F32_STORE(4 * i),
  ]),
  ...[...get(R3), ...get(STRIDE), I32_ADD, ...set(BLOCK), ...get(OUT), ...addConst(16), ...set(OUT)],
  ...[...get(COUNT), 0x41, 4, 0x6b, ...tee(COUNT), 0x0d, 0],
  0x0b,
  0x0b,
];
const LOCALS = [2, 4, I32, 5, V128];

const MODULE = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
  ...section(2, [1, 1, 0x6d, 1, 0x6d, 2, 0, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, 1, 0x64, 0, 0]),
  ...section(10, [1, ...sized([...LOCALS, ...BODY])]),
]);

function section(id: number, content: readonly number[]): number[] {
  return [id, ...sized(content)];
}

/** Preceded by its length in LEB128. */
function sized(content: readonly number[]): number[] {
  const length: number[] = [];
  for (let rest = content.length; ; ) {
    const low = rest & 0x7f;
    rest >>>= 7;
    length.push(rest > 0 ? low | 0x80 : low);
    if (rest === 0) return [...length, ...content];
  }
}
