/** Communities of the statement graph (SituatedGen, section 4.4): Louvain (Blondel et al., 2008), with pairs as edges. */
import { UndirectedGraph } from 'graphology';
import louvain from 'graphology-communities-louvain';
import { createRandom } from '../../../core/index.ts';

export interface Communities {
  /** The community of each node; numbered by size, the largest first. */
  of: Map<string, number>;
  /** Edges inside each community. */
  edges: number[];
  /** Nodes of each community. */
  nodes: number[];
  /** Edges between communities. */
  crossing: number;
  modularity: number | null;
}

export function findCommunities(edges: readonly (readonly [string, string])[], { seed }: { seed: number }): Communities {
  const graph = new UndirectedGraph();
  for (const [first, second] of edges) {
    graph.mergeNode(first);
    graph.mergeNode(second);
    if (first !== second) graph.mergeEdge(first, second);
  }
  if (graph.size === 0) return { of: new Map(), edges: [], nodes: [], crossing: 0, modularity: null };
  const random = createRandom(`${seed}/communities`);
  const { communities, modularity } = louvain.detailed(graph, { rng: random.next, getEdgeWeight: null });
  return number(edges, communities, modularity);
}

function number(edges: readonly (readonly [string, string])[], found: Record<string, number>, modularity: number): Communities {
  const inside = new Map<number, number>();
  let crossing = 0;
  for (const [first, second] of edges) {
    if (found[first] === found[second]) inside.set(found[first], (inside.get(found[first]) ?? 0) + 1);
    else crossing++;
  }
  const first = new Map<number, string>();
  const sizes = new Map<number, number>();
  for (const [node, community] of Object.entries(found)) {
    sizes.set(community, (sizes.get(community) ?? 0) + 1);
    const known = first.get(community);
    if (known === undefined || node < known) first.set(community, node);
  }
  const order = [...sizes.keys()].sort(
    (a, b) => (inside.get(b) ?? 0) - (inside.get(a) ?? 0) || ((first.get(a) ?? '') < (first.get(b) ?? '') ? -1 : 1),
  );
  const rank = new Map(order.map((community, index) => [community, index]));
  return {
    of: new Map(Object.entries(found).map(([node, community]) => [node, rank.get(community) ?? 0])),
    edges: order.map((community) => inside.get(community) ?? 0),
    nodes: order.map((community) => sizes.get(community) ?? 0),
    crossing,
    modularity,
  };
}
