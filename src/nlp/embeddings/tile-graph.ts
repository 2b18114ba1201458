/** Which products of two blocks of vectors reach a bound, as one ONNX graph: Gemm → GreaterOrEqual → NonZero. */
import type { InferenceSession } from 'onnxruntime-node';
import { once, type TileFinder } from '../../core/index.ts';
import { INT64, OnnxGraph } from './onnx-model.ts';
import { findOnnxRuntime, openSession } from './onnx-runtime.ts';

/** From 512 to 1,024 rows the speed is the same. */
const SIZE = 1024;

/** Null where ONNX Runtime is missing. */
export async function loadTileGraph({ threads = 0 } = {}): Promise<TileFinder | null> {
  const runtime = await findOnnxRuntime();
  if (!runtime) return null;
  const open = (kind: TileKind) => once(() => openSession(runtime, buildTileGraph(kind), { threads }));
  const sessions = { rows: open('rows'), either: open('either'), best: open('best') };
  return {
    id: 'onnx',
    size: SIZE,
    async find(first, second, { dimensions, least, leastOfColumns, best: slack }) {
      const [rows, columns] = [first.length / dimensions, second.length / dimensions];
      if (rows === 0 || columns === 0) return { rows: new Int32Array(0), columns: new Int32Array(0) };
      const kind = slack !== undefined ? 'best' : leastOfColumns ? 'either' : 'rows';
      const session: InferenceSession = await sessions[kind]();
      const { places } = await session.run({
        first: new runtime.Tensor('float32', first, [rows, dimensions]),
        second: new runtime.Tensor('float32', second, [columns, dimensions]),
        least: new runtime.Tensor('float32', least, [rows, 1]),
        ...(leastOfColumns ? { leastOfColumns: new runtime.Tensor('float32', leastOfColumns, [1, columns]) } : {}),
        ...(slack === undefined ? {} : { slack: new runtime.Tensor('float32', Float32Array.of(slack), []) }),
      });
      return lowWords(places.data as BigInt64Array);
    },
  };
}

/** The bound is that of the row, the lower one of row and column, or near the best of the row. */
type TileKind = 'rows' | 'either' | 'best';

function buildTileGraph(kind: TileKind): Uint8Array {
  const graph = new OnnxGraph();
  const products = graph.node('Gemm', ['first', 'second'], 'products', { attributes: { transB: { i: 1 } } });
  if (kind === 'best') {
    graph.node('ReduceMax', [products], 'top', { attributes: { axes: { ints: [1] }, keepdims: { i: 1 } } });
    graph.node('Sub', ['top', 'slack'], 'near');
    graph.node('Max', ['least', 'near'], 'bound');
  }
  graph.node('GreaterOrEqual', [products, kind === 'best' ? 'bound' : 'least'], 'reached');
  if (kind === 'either') {
    graph.node('GreaterOrEqual', [products, 'leastOfColumns'], 'reachedColumn');
    graph.node('Or', ['reached', 'reachedColumn'], 'either');
  }
  graph.node('NonZero', [kind === 'either' ? 'either' : 'reached'], 'places');
  return graph.encode(
    [
      { name: 'first', dims: ['rows', 'dimensions'] },
      { name: 'second', dims: ['columns', 'dimensions'] },
      { name: 'least', dims: ['rows', 1] },
      ...(kind === 'either' ? [{ name: 'leastOfColumns', dims: [1, 'columns'] }] : []),
      ...(kind === 'best' ? [{ name: 'slack', dims: [] }] : []),
    ],
    [{ name: 'places', type: INT64, dims: [2, 'found'] }],
  );
}

/** Rows, then columns, as 64-bit numbers below 2³¹: their low halves. A conversion number by number takes longer than the products. */
function lowWords(data: BigInt64Array): { rows: Int32Array; columns: Int32Array } {
  const count = data.length / 2;
  const words = new Int32Array(data.buffer, data.byteOffset, 2 * data.length);
  const [rows, columns] = [new Int32Array(count), new Int32Array(count)];
  for (let i = 0; i < count; i++) {
    rows[i] = words[2 * i];
    columns[i] = words[2 * (count + i)];
  }
  return { rows, columns };
}
