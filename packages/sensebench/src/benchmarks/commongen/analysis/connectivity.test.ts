import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ConceptEdge } from '@sensebench/metrics/internal/core';
import { buildConceptGraph } from '@sensebench/metrics/internal/nlp/words';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConceptNet } from '../../../files/formats/index.ts';
import { conceptNetVocabulary } from '../build/extract-concepts.ts';
import { connectionOf, connectivity, relationShares } from './connectivity.ts';

/** A few lines of our own in the format of the official assertions file. */
const ASSERTIONS = [
  ['AtLocation', '/c/en/dog', '/c/en/park'],
  ['RelatedTo', '/c/en/dog/n', '/c/en/animal/n/wn/animal'],
  ['IsA', '/c/en/cat', '/c/en/animal'],
  ['UsedFor', '/c/en/frisbee', '/c/en/throw/v'],
  ['HasSubevent', '/c/en/throw', '/c/en/catch'],
  ['RelatedTo', '/c/fr/chien', '/c/en/dog'],
  ['IsA', '/c/en/hot_dog', '/c/en/food'],
]
  .map(([relation, start, end]) => [`/a/[/r/${relation}/,${start}/,${end}/]`, `/r/${relation}`, start, end, '{"weight": 2.0}'].join('\t'))
  .join('\n');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-conceptnet-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: string): Promise<ConceptEdge[]> {
  const path = join(folder, 'assertions.csv.gz');
  await writeFile(path, gzipSync(content));
  const edges: ConceptEdge[] = [];
  for await (const edge of readConceptNet(path)) edges.push(edge);
  return edges;
}

describe('ConceptNet', () => {
  it('gives English edges and unigrams of the assertions file', async () => {
    const edges = await read(ASSERTIONS);
    expect(edges).toHaveLength(6);
    expect(edges[1]).toEqual({ relation: 'RelatedTo', start: 'dog', end: 'animal' });
    const vocabulary = await conceptNetVocabulary(edges);
    expect(['dog', 'hot_dog', 'food', 'chien'].map((word) => vocabulary.has(word, 'noun'))).toEqual([true, false, true, false]);
  });

  it('in another format is an error that names the line', async () => {
    await expect(read(`${ASSERTIONS}\ndog,park,AtLocation`)).rejects.toThrow(/assertions\.csv\.gz:8: is not a ConceptNet assertion/);
    await expect(read('/a/x\t/r/IsA\t/c/fr/chien\t/c/fr/animal\t{}')).rejects.toThrow(/has no English assertion; its words are in fr/);
  });

  it('of another version or extract is an error that says which', async () => {
    await expect(read('/a/x\t/r/IsA\t/c/en/dog\t/c/en/animal\t/ctx/all\t1.0\t/s/x\t/e/1\t/d/x\tA dog')).rejects.toThrow(
      /:1: is not a ConceptNet assertion: 10 fields, as in versions before 5\.5/,
    );
    await expect(read('AtLocation\tfridge\tmilk\t1')).rejects.toThrow(/bare triples that begin with the relation/);
    await expect(read('{"@id": "/a/x", "rel": {}}')).rejects.toThrow(/this is JSON/);
    await expect(read('/c/en/dog\t0.1\t0.2')).rejects.toThrow(/a table of words/);
  });

  it('groups sets by their closest pair', async () => {
    const sets = [
      ['dog', 'park', 'catch'],
      ['dog', 'cat', 'catch'],
      ['cat', 'park', 'catch'],
      ['dog', 'dog', 'sun'],
    ];
    const graph = await buildConceptGraph(await read(ASSERTIONS), new Set(sets.flat()));
    expect(sets.map((set) => connectionOf(set, graph))).toEqual(['one hop', 'two hops', 'disconnected', 'disconnected']);
  });

  it('counts connected pairs of each set, and relations with overlap', async () => {
    const sets = [['dog', 'park', 'cat', 'frisbee', 'catch']];
    const graph = await buildConceptGraph(await read(ASSERTIONS), new Set(sets.flat()));
    const { oneHop, twoHop } = connectivity(sets, graph);
    // dog–park directly; dog–cat over animal; frisbee–catch over throw.
    expect(oneHop).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(twoHop).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    const shares = relationShares(sets, graph);
    expect(shares.oneHop).toMatchObject({
      connections: 1,
      categories: { 'Spatial knowledge': 1, General: 0 },
      relations: { AtLocation: 1 },
    });
    expect(shares.twoHop).toMatchObject({
      connections: 2,
      categories: { General: 0.5, 'Object properties': 0.5, 'Temporal knowledge': 0.5 },
    });
  });
});
