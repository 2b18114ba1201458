/** Communities of the statement graph (SituatedGen, section 4.4): Louvain (Blondel et al., 2008), with pairs as edges. */

import { createRandom } from '@sensebench/metrics/internal/core';
import louvain from 'graphology-communities-louvain';
import { type Edges, numberGraph } from './number-graph.ts';

export interface Communities {
  /** The community of each node, numbered from the largest; −1 for nodes without an edge. */
  of: Int32Array;
  /** Edges inside each community. */
  edges: number[];
  /** Nodes of each community. */
  nodes: number[];
  /** Edges between communities. */
  crossing: number;
  modularity: number | null;
}

export interface FindCommunitiesOptions {
  seed: number;
  /** The name of a node. Of communities with equally many edges, the one with the first name comes first. */
  nameOf(node: number): string;
}

/** Nodes are numbers. */
export function findCommunities(edges: Edges, { seed, nameOf }: FindCommunitiesOptions): Communities {
  const { graph, order, places } = numberGraph(edges);
  if (graph.size === 0) return { of: new Int32Array(places.length).fill(-1), edges: [], nodes: [], crossing: 0, modularity: null };
  const random = createRandom(`${seed}/communities`);
  const { communities, modularity } = louvain.detailed(graph, { rng: random.next, getEdgeWeight: null });
  const found = new Int32Array(places.length).fill(-1);
  for (const [place, node] of order.entries()) found[node] = communities[place];
  return number(edges, { found, order, nameOf, modularity });
}

function number(
  edges: Edges,
  {
    found,
    order,
    nameOf,
    modularity,
  }: { found: Int32Array; order: Int32Array; modularity: number } & Pick<FindCommunitiesOptions, 'nameOf'>,
): Communities {
  const inside = new Map<number, number>();
  let crossing = 0;
  for (let edge = 0; edge < edges.length; edge++) {
    const [first, second] = [found[edges.first(edge)], found[edges.second(edge)]];
    if (first === second) inside.set(first, (inside.get(first) ?? 0) + 1);
    else crossing++;
  }
  const firstName = new Map<number, string>();
  const sizes = new Map<number, number>();
  for (const node of order) {
    const community = found[node];
    sizes.set(community, (sizes.get(community) ?? 0) + 1);
    const [known, name] = [firstName.get(community), nameOf(node)];
    if (known === undefined || name < known) firstName.set(community, name);
  }
  const ranked = [...sizes.keys()].sort(
    (a, b) => (inside.get(b) ?? 0) - (inside.get(a) ?? 0) || ((firstName.get(a) ?? '') < (firstName.get(b) ?? '') ? -1 : 1),
  );
  const rank = new Map(ranked.map((community, index) => [community, index]));
  return {
    of: found.map((community) => rank.get(community) ?? -1),
    edges: ranked.map((community) => inside.get(community) ?? 0),
    nodes: ranked.map((community) => sizes.get(community) ?? 0),
    crossing,
    modularity,
  };
}
