/** Turns a basic tree into CoreNLP 3.6's CC-processed dependencies (de Marneffe et al. 2014; Schuster and Manning 2016). */

import type { GraphEdge, GraphWord, StanfordGraph } from './stanford-graph.ts';
import { joinPrepositions } from './stanford-prepositions.ts';

const isModifier = (relation: string) => relation === 'nmod' || relation === 'advcl' || relation === 'acl';
const isCaseMarked = (relation: string) => /^(nmod|advcl|acl)(:|$)/.test(relation);

/** Changes the graph of a basic tree in place. */
export function collapseDependencies(graph: StanfordGraph): StanfordGraph {
  correctPassiveSubjects(graph);
  joinPrepositions(graph);
  expandModifierConjunctions(graph);
  expandPrepositionConjunctions(graph);
  nameCases(graph);
  nameConjunctions(graph);
  shareAmongConjuncts(graph);
  return graph;
}

function correctPassiveSubjects(graph: StanfordGraph): void {
  for (const word of graph.words) {
    if (graph.child(word, 'auxpass') === undefined) continue;
    for (const edge of graph.edgesFrom(word)) {
      if (edge.relation === 'nsubj' || edge.relation === 'csubj') edge.relation = `${edge.relation}pass`;
    }
  }
}

interface Coordination {
  head: GraphWord;
  coordinator: GraphWord;
  conjuncts: GraphWord[];
}

function coordinations(graph: StanfordGraph, head: GraphWord, accepts: (conjunct: GraphWord) => boolean): Coordination[] {
  const conjuncts = graph.children(head, 'conj').filter(accepts);
  if (conjuncts.length === 0) return [];
  return graph.children(head, 'cc').map((coordinator) => ({ head, coordinator, conjuncts }));
}

/** "Fly to France or from Spain": the governor of the modifiers is copied for each further one. */
function expandModifierConjunctions(graph: StanfordGraph): void {
  const found: Coordination[] = [];
  for (const word of graph.words) {
    for (const { relation, dependent } of graph.edgesFrom(word)) {
      if (!isModifier(relation) || graph.child(dependent, 'case') === undefined) continue;
      found.push(...coordinations(graph, dependent, (conjunct) => graph.child(conjunct, 'case') !== undefined));
    }
  }
  for (const { head, coordinator, conjuncts } of found) {
    const governor = graph.parent(head);
    const relation = governor === null ? undefined : graph.edge(governor, head)?.relation;
    if (governor === null || relation === undefined) continue;
    const original = governor.original ?? governor;
    const copies: GraphWord[] = [];
    for (const conjunct of conjuncts) {
      const copy = graph.copyOf(governor);
      const edge = graph.edge(head, conjunct);
      if (edge !== undefined) {
        graph.removeEdge(edge);
        graph.addEdge(copy, conjunct, relation);
      }
      graph.addEdge(original, copy, 'conj');
      copies.push(copy);
    }
    const link = graph.edge(head, coordinator);
    if (link !== undefined) {
      graph.removeEdge(link);
      graph.addEdge(original, coordinator, 'cc');
    }
    nameConjuncts(graph, original, copies, coordinator);
  }
}

/** "Into or out of the house": the same, for prepositions that share their noun. */
function expandPrepositionConjunctions(graph: StanfordGraph): void {
  const found = graph.words.flatMap((word) => graph.children(word, 'case').flatMap((marker) => coordinations(graph, marker, () => true)));
  for (const { head, coordinator, conjuncts } of found) {
    const noun = graph.parent(head);
    const governor = noun === null ? null : graph.parent(noun);
    const relation = governor === null || noun === null ? undefined : graph.edge(governor, noun)?.relation;
    if (noun === null || governor === null || relation === undefined) continue;
    const original = governor.original ?? governor;
    const copies = conjuncts.map((conjunct) => {
      const copy = graph.copyOf(governor);
      graph.addEdge(original, copy, 'conj');
      graph.addEdge(copy, noun, relation);
      nameCase(graph, copy, noun, [conjunct]);
      return copy;
    });
    nameConjuncts(graph, original, copies, coordinator);
  }
}

/** nmod becomes nmod:on_top_of, the longest preposition first; the agent of a passive is nmod:agent. */
function nameCases(graph: StanfordGraph): void {
  for (const word of graph.words) {
    if (graph.child(word, 'auxpass') === undefined) continue;
    for (const edge of graph.edgesFrom(word)) {
      const byAgent = graph.children(edge.dependent, 'case').some((marker) => /^by$/i.test(marker.word));
      if (edge.relation === 'nmod' && byAgent) edge.relation = 'nmod:agent';
    }
  }
  let previous = '';
  for (const length of [3, 2, 1]) {
    for (const { governor, dependent, markers } of markedModifiers(graph, length)) {
      const key = markers.map(({ index, copy }) => `${index}.${copy}`).join(' ');
      if (key !== previous) nameCase(graph, governor, dependent, markers);
      previous = key;
    }
  }
}

function markedModifiers(graph: StanfordGraph, length: number) {
  const found: { governor: GraphWord; dependent: GraphWord; markers: GraphWord[] }[] = [];
  for (const { relation, governor, dependent } of graph.edges()) {
    if (!isModifier(relation)) continue;
    for (const marker of graph.children(dependent, 'case')) {
      const rest = graph.children(marker, 'mwe');
      const choices =
        length === 1
          ? [[]]
          : length === 2
            ? rest.map((second) => [second])
            : rest.flatMap((second) => rest.filter((third) => third !== second).map((third) => [second, third]));
      for (const choice of choices) {
        const markers = [marker, ...choice].sort((a, b) => a.index - b.index);
        found.push({ governor, dependent, markers });
      }
    }
  }
  return found;
}

function nameCase(graph: StanfordGraph, governor: GraphWord, dependent: GraphWord, markers: readonly GraphWord[]): void {
  const edge = graph.edge(governor, dependent);
  if (edge === undefined) return;
  const named = (words: readonly string[]) =>
    isCaseMarked(edge.relation) ? `${edge.relation.split(':')[0]}:${words.join('_').toLowerCase()}` : edge.relation;
  let words: string[] = [];
  let last = 0;
  for (const { word, index } of markers) {
    if (last !== 0 && index !== last + 1) {
      graph.addEdge(governor, dependent, named(words));
      words = [];
    }
    words.push(word);
    last = index;
  }
  edge.relation = named(words);
}

function nameConjunctions(graph: StanfordGraph): void {
  const found = graph.words.flatMap((word) => coordinations(graph, word, () => true));
  for (const { head, coordinator, conjuncts } of found) nameConjuncts(graph, head, conjuncts, coordinator);
}

function nameConjuncts(graph: StanfordGraph, head: GraphWord, conjuncts: readonly GraphWord[], coordinator: GraphWord): void {
  for (const conjunct of conjuncts) {
    const edge = graph.edge(head, conjunct);
    if (edge !== undefined && (edge.relation === 'conj' || conjunct.index > coordinator.index)) {
      edge.relation = `conj:${conjunctionName(graph, coordinator)}`;
    }
  }
}

function conjunctionName(graph: StanfordGraph, coordinator: GraphWord): string {
  const word = (offset: number) => graph.wordAt(coordinator.index + offset)?.word.toLowerCase() ?? '';
  const phrase = `${coordinator.word.toLowerCase()} ${word(1)}`;
  if (phrase.startsWith('not ') && word(-1) === 'but') return 'negcc';
  if (['but rather', 'if not', 'instead of', 'rather than'].includes(phrase)) return 'negcc';
  if (['but also', 'as well'].includes(phrase) || (phrase === 'not to' && word(2) === 'mention')) return 'and';
  return coordinator.word.toLowerCase();
}

const isSubject = (relation: string) => /^[nc]subj(pass)?$/.test(relation);
const isActive = (tag: string) => tag === 'VB' || tag === 'VBZ' || tag === 'VBP' || tag.startsWith('JJ');

/** Each conjunct gets the governors of the first one, and a verb or adjective without subject gets the first one's subject. */
function shareAmongConjuncts(graph: StanfordGraph): void {
  const edges = graph.edges();
  const subjects = new Map<GraphWord, GraphEdge>();
  const passive = new Set<GraphWord>();
  const withRelativeClause = new Set<GraphWord>();
  for (const edge of edges) {
    if (isSubject(edge.relation) && !subjects.has(edge.governor)) subjects.set(edge.governor, edge);
    if (edge.relation === 'auxpass') passive.add(edge.governor);
    if (edge.relation === 'acl:relcl') withRelativeClause.add(edge.governor);
  }
  for (const { relation, governor: head, dependent: conjunct } of edges) {
    if (!relation.startsWith('conj:')) continue;
    const bothModified = withRelativeClause.has(head) && withRelativeClause.has(conjunct);
    for (const edge of edges.filter(({ dependent }) => dependent === head)) {
      if (edge.governor === conjunct || edge.relation === 'case') continue;
      if (bothModified && (edge.relation === 'dobj' || edge.relation === 'nsubj')) continue;
      graph.addEdge(edge.governor, conjunct, edge.relation);
    }
    const subject = subjects.get(head);
    if (subject === undefined || subjects.has(conjunct) || !/^(VB|JJ)/.test(conjunct.tag)) continue;
    let shared = subject.relation;
    if (shared.endsWith('pass')) {
      if (isActive(conjunct.tag)) shared = shared.slice(0, -4);
    } else if (passive.has(conjunct)) shared = `${shared}pass`;
    graph.addEdge(conjunct, subject.dependent, shared);
  }
}
