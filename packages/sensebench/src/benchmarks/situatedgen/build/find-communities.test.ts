import { createRandom } from '@sensebench/metrics/internal/core';
import fc from 'fast-check';
import { UndirectedGraph } from 'graphology';
import louvain from 'graphology-communities-louvain';
import { expect, it } from 'vitest';
import { findCommunities } from './find-communities.ts';

it('finds the communities that Louvain finds in a whole graphology graph', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { minLength: 1, maxLength: 200 }), fc.nat(), (pairs, seed) => {
      const graph = new UndirectedGraph();
      for (const [first, second] of pairs) {
        graph.mergeNode(`n${first}`);
        graph.mergeNode(`n${second}`);
        if (first !== second) graph.mergeEdge(`n${first}`, `n${second}`);
      }
      fc.pre(graph.size > 0);
      const expected = louvain.detailed(graph, { rng: createRandom(`${seed}/communities`).next, getEdgeWeight: null });
      const edges = { length: pairs.length, first: (edge: number) => pairs[edge][0], second: (edge: number) => pairs[edge][1] };
      const { of, modularity, nodes } = findCommunities(edges, { seed, nameOf: (node) => `n${node}` });
      expect(modularity).toBe(expected.modularity);
      expect(nodes).toHaveLength(expected.count);
      const both = new Map<number, number>();
      for (const [name, community] of Object.entries(expected.communities)) {
        const ours = of[Number(name.slice(1))];
        expect(both.get(community) ?? ours).toBe(ours);
        both.set(community, ours);
      }
    }),
    { numRuns: 60 },
  );
});
