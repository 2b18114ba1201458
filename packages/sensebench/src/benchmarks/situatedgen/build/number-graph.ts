/** A graph of numbered nodes in typed arrays that graphology's Louvain reads: a graphology graph takes a kilobyte for each edge. */
import { UndirectedGraph } from 'graphology';

/** Nodes are numbers from 0. Edges may be repeated and may lead from a node to itself. */
export interface Edges {
  readonly length: number;
  first(edge: number): number;
  second(edge: number): number;
}

export interface NumberGraph {
  graph: UndirectedGraph;
  /** The nodes in the order of first occurrence. */
  order: Int32Array;
  /** The index of each node in that order; −1 for nodes without an edge. */
  places: Int32Array;
}

/** Nodes of the graph are indexes in that order. Edges are distinct, and none leads from a node to itself. */
export function numberGraph(edges: Edges): NumberGraph {
  let nodes = 0;
  for (let edge = 0; edge < edges.length; edge++) nodes = Math.max(nodes, edges.first(edge) + 1, edges.second(edge) + 1);
  const places = new Int32Array(nodes).fill(-1);
  const order = new Int32Array(nodes);
  const degrees = new Int32Array(nodes);
  const sources = new Int32Array(edges.length);
  const targets = new Int32Array(edges.length);
  const seen = createKeys(edges.length);
  let [count, size] = [0, 0];
  const place = (node: number) => {
    if (places[node] < 0) {
      places[node] = count;
      order[count++] = node;
    }
    return places[node];
  };
  for (let edge = 0; edge < edges.length; edge++) {
    const [source, target] = [place(edges.first(edge)), place(edges.second(edge))];
    if (source === target || !seen.add(Math.min(source, target) * nodes + Math.max(source, target))) continue;
    [sources[size], targets[size]] = [source, target];
    degrees[source]++;
    degrees[target]++;
    size++;
  }
  // The part of the graph's interface that Louvain reads; the rest is inherited from an empty graph.
  const graph = Object.defineProperties(new UndirectedGraph(), {
    order: { value: count },
    size: { value: size },
    selfLoopCount: { value: 0 },
    undirectedDegreeWithoutSelfLoops: { value: (node: number) => degrees[node] },
    forEachNode: {
      value(visit: (node: number) => void) {
        for (let node = 0; node < count; node++) visit(node);
      },
    },
    forEachEdge: {
      value(visit: (edge: number, attributes: object, source: number, target: number) => void) {
        for (let edge = 0; edge < size; edge++) visit(edge, {}, sources[edge], targets[edge]);
      },
    },
  });
  return { graph, order: order.subarray(0, count), places };
}

/** A set of whole numbers with a maximum size, sixteen to thirty-two bytes each. */
function createKeys(most: number): { add(key: number): boolean } {
  let size = 16;
  while (size < 2 * most) size *= 2;
  const kept = new Float64Array(size).fill(-1);
  return {
    /** Returns whether the number is new. */
    add(key) {
      for (let place = hash(key) & (size - 1); ; place = (place + 1) & (size - 1)) {
        if (kept[place] === key) return false;
        if (kept[place] !== -1) continue;
        kept[place] = key;
        return true;
      }
    },
  };
}

function hash(key: number): number {
  const [high, low] = [Math.floor(key / 2 ** 32), key >>> 0];
  const mixed = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d) ^ Math.imul(high + 0x9e3779b9, 0x297a2d39);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
