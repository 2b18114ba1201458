/** Which products of two blocks of vectors reach a bound, in WebAssembly: for machines without ONNX Runtime, and small jobs. */
import type { TileFinder } from '../../core/index.ts';
import { createDotProducts, type DotProducts } from './dot-products.ts';

/** A block of 128 rows of 384 numbers stays in the processor's cache. */
const SIZE = 128;

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
