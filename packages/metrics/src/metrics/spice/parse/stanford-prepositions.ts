/** Joins prepositions of two and three words ("next to", "in front of") into one case marker, as CoreNLP 3.6 does. */
import type { GraphWord, StanfordGraph } from './stanford-graph.ts';
import prepositions from './stanford-prepositions.json' with { type: 'json' };

const TWO_WORDS_MARKING = new Set(prepositions.marking);
const TWO_WORDS_GOVERNING = new Set(prepositions.governing);
const THREE_WORDS = new Set(prepositions.threeWords);
const CLAUSES = new Set(['conj', 'xcomp', 'ccomp', 'acl', 'advcl', 'acl:relcl', 'parataxis', 'appos', 'list']);

export function joinPrepositions(graph: StanfordGraph): void {
  const words = [...graph.words];
  const phrase = (start: number, length: number) =>
    words
      .slice(start, start + length)
      .map(({ word }) => word.toLowerCase())
      .join(' ');
  for (const [known, join] of [
    [TWO_WORDS_MARKING, joinMarking],
    [TWO_WORDS_GOVERNING, joinGoverning],
  ] as const) {
    for (const [start, first] of words.entries()) {
      const second = words[start + 1];
      if (second !== undefined && second.index === first.index + 1 && known.has(phrase(start, 2))) join(graph, first, second);
    }
  }
  for (const [start, first] of words.entries()) {
    const [second, third] = words.slice(start + 1, start + 3);
    if (second === undefined || third === undefined || third.index !== first.index + 2) continue;
    if (THREE_WORDS.has(phrase(start, 3))) joinThree(graph, first, second, third);
  }
}

const isBare = (graph: StanfordGraph, word: GraphWord) => graph.edgesFrom(word).length === 0;

/** Both words already mark the same noun. */
function joinMarking(graph: StanfordGraph, first: GraphWord, second: GraphWord): void {
  if (!isBare(graph, first) || !isBare(graph, second)) return;
  const marked = graph.words.find(
    (word) =>
      graph.edgesFrom(word).some(({ relation, dependent }) => dependent === first && (relation === 'case' || relation === 'advmod')) &&
      graph.children(word, 'case').includes(second),
  );
  if (marked !== undefined) makeMarker(graph, marked, 'case', [first, second]);
}

/** The first word governs the noun that the second one marks: "close to the house". */
function joinGoverning(graph: StanfordGraph, first: GraphWord, second: GraphWord): void {
  const noun = graph.children(first, 'nmod').find((word) => graph.children(word, 'case').includes(second));
  if (noun === undefined || !isBare(graph, second)) return;
  const link = graph.edge(first, noun);
  if (link === undefined) return;
  if (graph.isRoot(first)) {
    graph.removeEdge(link);
    graph.removeRoot(first);
    graph.addRoot(noun);
  } else {
    const governor = graph.edgesInto(first)[0]?.governor;
    graph.removeEdge(link);
    if (governor === undefined) return;
    const outer = graph.edge(governor, first)?.relation;
    const clausal = graph.child(first, 'cop') !== undefined && outer !== undefined && CLAUSES.has(outer);
    graph.addEdge(governor, noun, clausal ? outer : link.relation);
  }
  moveDependents(graph, first, noun);
  makeMarker(graph, noun, 'case', [first, second]);
}

/** "In front of the house": front governs the house that "of" marks. */
function joinThree(graph: StanfordGraph, first: GraphWord, second: GraphWord, third: GraphWord): void {
  if (!graph.children(second, 'case').includes(first) || !isBare(graph, first) || !isBare(graph, third)) return;
  const link = graph
    .edgesFrom(second)
    .find(
      ({ relation, dependent }) =>
        ['nmod', 'acl', 'advcl'].includes(relation) &&
        graph.edgesFrom(dependent).some((edge) => edge.dependent === third && (edge.relation === 'case' || edge.relation === 'mark')),
    );
  if (link === undefined) return;
  const noun = link.dependent;
  let marker = 'case';
  if (graph.isRoot(second)) {
    graph.removeEdge(link);
    graph.removeRoot(second);
    graph.addRoot(noun);
  } else {
    const governor = graph.edgesInto(second)[0]?.governor;
    graph.removeEdge(link);
    if (governor === undefined) return;
    const outer = graph.edge(governor, second)?.relation ?? 'nmod';
    const clausal = outer === 'nmod' && link.relation !== 'nmod';
    if (clausal) marker = 'mark';
    graph.addEdge(governor, noun, clausal ? link.relation : outer);
  }
  moveDependents(graph, second, noun);
  makeMarker(graph, noun, marker, [first, second, third]);
}

function moveDependents(graph: StanfordGraph, from: GraphWord, to: GraphWord): void {
  for (const edge of [...graph.edgesFrom(from)]) {
    graph.removeEdge(edge);
    graph.addEdge(to, edge.dependent, edge.relation);
  }
}

function makeMarker(graph: StanfordGraph, governor: GraphWord, relation: string, words: readonly GraphWord[]): void {
  const [head] = words;
  for (const word of words) {
    const parent = graph.parent(word);
    const edge = parent === null ? undefined : graph.edge(parent, word);
    if (edge !== undefined) graph.removeEdge(edge);
    if (word === head) graph.addEdge(governor, word, relation);
    else if (head !== undefined) graph.addEdge(head, word, 'mwe');
  }
}
