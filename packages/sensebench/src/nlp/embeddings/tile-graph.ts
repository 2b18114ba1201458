/** Which products of two blocks of vectors reach a bound: an ONNX graph, Gemm → GreaterOrEqual, whose marks are then looked through. */

import { once, type TileBounds, type TileFinder, type TilePlaces, widened } from '@sensebench/metrics/internal/core';
import type { InferenceSession } from 'onnxruntime-node';
import { BOOL, FLOAT, OnnxGraph } from './onnx-model.ts';
import { findOnnxRuntime, type OnnxRuntime, openSession } from './onnx-runtime.ts';

/** From 512 to 2,048 rows the speed is nearly the same. */
const SIZE = 768;

/** Null where ONNX Runtime is missing. */
export async function loadTileGraph({ threads = 0 } = {}): Promise<TileFinder | null> {
  const runtime = await findOnnxRuntime();
  if (!runtime) return null;
  const open = (kind: TileKind) => once(() => openSession(runtime, buildTileGraph(kind), { threads }));
  const sessions = { rows: open('rows'), either: open('either'), best: open('best') };
  const results = createResults(runtime);
  // One after the other: all tiles are multiplied into the same memory.
  let last: Promise<unknown> = Promise.resolve();
  const find: TileFinder['find'] = async (first, second, bounds) => {
    const [rows, columns] = [first.length / bounds.dimensions, second.length / bounds.dimensions];
    if (rows === 0 || columns === 0) return { rows: new Int32Array(0), columns: new Int32Array(0), products: new Float32Array(0) };
    const { feeds, kind } = feedsOf(runtime, first, second, bounds);
    const session: InferenceSession = await sessions[kind]();
    const { reached, products } = results(rows, columns);
    await session.run(feeds, { reached: reached.tensor, products: products.tensor });
    return placesOf(reached.data, products.data, columns);
  };
  return {
    id: 'onnx',
    size: SIZE,
    find(first, second, bounds) {
      const found = last.then(() => find(first, second, bounds));
      last = found.catch(() => undefined);
      return found;
    },
  };
}

/** The bound is that of the row, the lower one of row and column, or near the best of the row. */
type TileKind = 'rows' | 'either' | 'best';

function feedsOf(
  { Tensor }: OnnxRuntime,
  first: Float32Array,
  second: Float32Array,
  { dimensions, least, leastOfColumns, best }: TileBounds,
) {
  const [rows, columns] = [first.length / dimensions, second.length / dimensions];
  const kind: TileKind = best !== undefined ? 'best' : leastOfColumns ? 'either' : 'rows';
  const feeds = {
    first: new Tensor('float32', first, [rows, dimensions]),
    second: new Tensor('float32', second, [columns, dimensions]),
    least: new Tensor('float32', least, [rows, 1]),
    ...(leastOfColumns ? { leastOfColumns: new Tensor('float32', leastOfColumns, [1, columns]) } : {}),
    ...(best === undefined ? {} : { slack: new Tensor('float32', Float32Array.of(best), []) }),
  };
  return { kind, feeds };
}

function buildTileGraph(kind: TileKind): Uint8Array {
  const graph = new OnnxGraph();
  const products = graph.node('Gemm', ['first', 'second'], 'products', { attributes: { transB: { i: 1 } } });
  if (kind === 'best') {
    graph.node('ReduceMax', [products], 'top', { attributes: { axes: { ints: [1] }, keepdims: { i: 1 } } });
    graph.node('Sub', ['top', 'slack'], 'near');
    graph.node('Max', ['least', 'near'], 'bound');
  }
  if (kind === 'either') {
    graph.node('GreaterOrEqual', [products, 'least'], 'reachedRow');
    graph.node('GreaterOrEqual', [products, 'leastOfColumns'], 'reachedColumn');
    graph.node('Or', ['reachedRow', 'reachedColumn'], 'reached');
  } else graph.node('GreaterOrEqual', [products, kind === 'best' ? 'bound' : 'least'], 'reached');
  return graph.encode(
    [
      { name: 'first', dims: ['rows', 'dimensions'] },
      { name: 'second', dims: ['columns', 'dimensions'] },
      { name: 'least', dims: ['rows', 1] },
      ...(kind === 'either' ? [{ name: 'leastOfColumns', dims: [1, 'columns'] }] : []),
      ...(kind === 'best' ? [{ name: 'slack', dims: [] }] : []),
    ],
    [
      { name: 'reached', type: BOOL, dims: ['rows', 'columns'] },
      { name: 'products', type: FLOAT, dims: ['rows', 'columns'] },
    ],
  );
}

/** Memory for marks and products that every tile is written to: new memory for each would take as long as copying it. */
function createResults({ Tensor }: OnnxRuntime) {
  let marks = new Uint8Array(0);
  let numbers = new Float32Array(0);
  return (rows: number, columns: number) => {
    const size = rows * columns;
    if (marks.length < size) [marks, numbers] = [new Uint8Array(size), new Float32Array(size)];
    const [reached, products] = [marks.subarray(0, size), numbers.subarray(0, size)];
    return {
      reached: { data: reached, tensor: new Tensor('bool', reached, [rows, columns]) },
      products: { data: products, tensor: new Tensor('float32', products, [rows, columns]) },
    };
  };
}

/** Four marks are read at a time: few are set, and NonZero of ONNX Runtime takes five times as long. */
function placesOf(reached: Uint8Array, products: Float32Array, columns: number): TilePlaces {
  const fours = new Int32Array(reached.buffer, reached.byteOffset, reached.length >> 2);
  let places = new Int32Array(1024);
  let count = 0;
  const add = (from: number, to: number) => {
    for (let place = from; place < to; place++) {
      if (reached[place] === 0) continue;
      if (count === places.length) places = widened(places);
      places[count++] = place;
    }
  };
  for (let four = 0; four < fours.length; four++) if (fours[four] !== 0) add(4 * four, 4 * four + 4);
  add(4 * fours.length, reached.length);
  const found = { rows: new Int32Array(count), columns: new Int32Array(count), products: new Float32Array(count) };
  for (let i = 0; i < count; i++) {
    const row = Math.floor(places[i] / columns);
    found.rows[i] = row;
    found.columns[i] = places[i] - row * columns;
    found.products[i] = products[places[i]];
  }
  return found;
}
