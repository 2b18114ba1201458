/** Dot products of one vector with a block of others, by a WebAssembly function (128-bit SIMD, four rows at once). */

import type { TileFinder } from '@sensebench/metrics/internal/core';
import { assembleWat } from './assemble-wat.ts';

/** A block of 128 rows of 384 numbers stays in the processor's cache. */
const SIZE = 128;

export interface DotProducts {
  /** Copies rows of `dimensions` numbers to a side and fills the rest of its last four rows with zeros. */
  fill(side: 'rows' | 'block', vectors: Float32Array): void;
  /** The products of one row with all rows of the block. */
  products(row: number): Float32Array;
}

/** Has room for `most` rows on each side. */
function createDotProducts(dimensions: number, most: number): DotProducts {
  const width = Math.max(4, Math.ceil(dimensions / 4) * 4);
  const room = Math.ceil(most / 4) * 4;
  const starts = { rows: 0, block: room * width * 4, products: 2 * room * width * 4 };
  const memory = new WebAssembly.Memory({ initial: Math.ceil((starts.products + room * 4) / 65536) });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(assembleWat(DOT_PRODUCTS)), { env: { memory } });
  const run = exports.run as (row: number, block: number, count: number, stride: number, out: number) => void;
  const out = new Float32Array(memory.buffer, starts.products, room);
  let count = 0;
  return {
    fill(side, vectors) {
      const place = new Float32Array(memory.buffer, starts[side], room * width);
      const rows = vectors.length / dimensions;
      if (rows > most) throw new RangeError(`${rows} rows are more than ${most}`);
      place.fill(0, 0, Math.ceil(rows / 4) * 4 * width);
      for (let row = 0; row < rows; row++) place.set(vectors.subarray(row * dimensions, (row + 1) * dimensions), row * width);
      if (side === 'block') count = rows;
    },
    products(row) {
      if (count > 0) run(row * width * 4, starts.block, Math.ceil(count / 4) * 4, width * 4, starts.products);
      return out.subarray(0, count);
    },
  };
}

/** Addresses and strides are in bytes. */
const DOT_PRODUCTS = `
param row i32      ;; address of the row
param block i32    ;; address of the next four rows of the block
param count i32    ;; rows of the block that are left, a multiple of four
param stride i32   ;; bytes of a row
param out i32      ;; where the next four products go
local second i32
local third i32
local fourth i32
local at i32       ;; place within the rows
local sum0 v128
local sum1 v128
local sum2 v128
local sum3 v128
local four v128    ;; four numbers of the row, read once for four rows of the block

loop
  local.get block
  local.get stride
  i32.add
  local.tee second
  local.get stride
  i32.add
  local.tee third
  local.get stride
  i32.add
  local.set fourth
${each('v128.zero', 'local.set SUM')}
  i32.const 0
  local.set at

  loop
    local.get row
    local.get at
    i32.add
    v128.load
    local.set four
${each('local.get SUM', 'local.get four', 'local.get ROW', 'local.get at', 'i32.add', 'v128.load', 'f32x4.mul', 'f32x4.add', 'local.set SUM')}
    local.get at
    i32.const 16
    i32.add
    local.tee at
    local.get stride
    i32.lt_u
    br_if 0
  end

${each(
  'local.get out',
  ...['local.get SUM', 'f32x4.extract_lane 0', 'local.get SUM', 'f32x4.extract_lane 1', 'f32.add'],
  ...['local.get SUM', 'f32x4.extract_lane 2', 'local.get SUM', 'f32x4.extract_lane 3', 'f32.add'],
  'f32.add',
  'f32.store offset=OFFSET',
)}
  local.get fourth
  local.get stride
  i32.add
  local.set block
  local.get out
  i32.const 16
  i32.add
  local.set out
  local.get count
  i32.const 4
  i32.sub
  local.tee count
  br_if 0
end`;

/** Repeats the lines for each of the four rows of the block. */
function each(...lines: string[]): string {
  return ['block', 'second', 'third', 'fourth']
    .flatMap((row, i) =>
      lines.map((line) =>
        line
          .replace('SUM', `sum${i}`)
          .replace('ROW', row)
          .replace('OFFSET', `${4 * i}`),
      ),
    )
    .join('\n');
}

/** Finds the products of two blocks of vectors that reach a bound, for machines without ONNX Runtime and for small jobs. */
export function wasmTiles(): TileFinder {
  let dots: { products: DotProducts; dimensions: number; most: number } | undefined;
  return {
    id: 'wasm',
    size: SIZE,
    async find(first, second, { dimensions, least, leastOfColumns, best }) {
      const [rows, columns] = [first.length / dimensions, second.length / dimensions];
      const most = Math.max(rows, columns);
      if (!dots || dots.dimensions !== dimensions || dots.most < most)
        dots = { products: createDotProducts(dimensions, Math.max(SIZE, most)), dimensions, most: Math.max(SIZE, most) };
      dots.products.fill('rows', first);
      dots.products.fill('block', second);
      const found = { rows: [] as number[], columns: [] as number[], products: [] as number[] };
      for (let row = 0; row < rows; row++) {
        const products = dots.products.products(row);
        const bound = best === undefined ? least[row] : Math.max(least[row], products.reduce((a, b) => Math.max(a, b), -2) - best);
        for (let column = 0; column < columns; column++) {
          if (products[column] < bound && !(leastOfColumns && products[column] >= leastOfColumns[column])) continue;
          found.rows.push(row);
          found.columns.push(column);
          found.products.push(products[column]);
        }
      }
      return {
        rows: Int32Array.from(found.rows),
        columns: Int32Array.from(found.columns),
        products: Float32Array.from(found.products),
      };
    },
  };
}
