/** Prepares a dependency graph for SPICE (Schuster et al. 2015, section 3): quantified nouns become heads, pronouns are resolved. */
import type { GraphEdge, GraphWord, StanfordGraph } from './parse/stanford-graph.ts';

/** The relation between a noun and the first word of its quantifier. */
export const QUANTIFIER = 'det:qmod';

const A_QUANTITY_OF =
  /^(lot|assortment|number|couple|bunch|handful|litany|sheaf|slew|dozen|series|variety|multitude|wad|clutch|wave|mountain|array|spate|string|ton|range|plethora|heap|sort|form|kind|type|version|bit|pair|triple|total)$/i;
const QUANTITIES_OF =
  /^(lots|many|several|plenty|tons|dozens|multitudes|mountains|loads|pairs|tens|hundreds|thousands|millions|billions|trillions|[0-9]+s)$/i;
const SOME_OF_THE =
  /^(some|all|both|neither|everyone|nobody|one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|million|billion|trillion|[0-9]+)$/i;

interface Quantified {
  quantifier: GraphWord;
  noun: GraphWord;
  /** Words that become the modifier, besides those to the left of the quantifier. */
  words: GraphWord[];
}

/** The first modifier of the quantifier whose "of" follows it directly. */
function partOf(graph: StanfordGraph, quantifier: GraphWord, accepts: (edge: GraphEdge, of: GraphWord) => boolean) {
  for (const edge of graph.edgesFrom(quantifier)) {
    if (!edge.relation.startsWith('nmod')) continue;
    const of = graph.children(edge.dependent, 'case').find((word) => /^of$/i.test(word.word) && word.index === quantifier.index + 1);
    if (of !== undefined && accepts(edge, of)) return { noun: edge.dependent, of };
  }
  return null;
}

const isNominal = ({ dependent }: GraphEdge) => /^(NN|PRP)/.test(dependent.tag);

function findQuantified(graph: StanfordGraph, kind: 'a quantity of' | 'quantities of' | 'some of the'): Quantified[] {
  const found: Quantified[] = [];
  for (const quantifier of graph.words) {
    if (kind === 'a quantity of') {
      const article = graph.children(quantifier, 'det').find(({ word }) => /^an?$/i.test(word));
      const part = A_QUANTITY_OF.test(quantifier.word) && article ? partOf(graph, quantifier, isNominal) : null;
      if (part === null || article === undefined) continue;
      const adjectives = graph.children(quantifier, 'amod').filter(({ index }) => index < quantifier.index);
      found.push({ quantifier, noun: part.noun, words: [article, quantifier, part.of, ...adjectives] });
      continue;
    }
    const accepts =
      kind === 'quantities of'
        ? isNominal
        : (edge: GraphEdge, of: GraphWord) =>
            edge.dependent.tag.startsWith('PRP') ||
            (edge.dependent.tag.startsWith('NN') && graph.children(edge.dependent, 'det').some(({ index }) => index > of.index));
    const pattern = kind === 'quantities of' ? QUANTITIES_OF : SOME_OF_THE;
    const part = pattern.test(quantifier.word) ? partOf(graph, quantifier, accepts) : null;
    if (part !== null) found.push({ quantifier, noun: part.noun, words: [quantifier, part.of] });
  }
  return found;
}

export function promoteQuantified(graph: StanfordGraph): void {
  for (const kind of ['a quantity of', 'quantities of', 'some of the'] as const) {
    for (const { quantifier, noun, words } of findQuantified(graph, kind)) {
      if (graph.isRoot(quantifier)) {
        graph.removeRoot(quantifier);
        graph.addRoot(noun);
      } else {
        const parent = graph.parent(quantifier);
        const edge = parent === null ? undefined : graph.edge(parent, quantifier);
        // The original gives up on the whole sentence when the quantifier hangs on nothing.
        if (parent === null || edge === undefined) return;
        graph.removeEdge(edge);
        graph.addEdge(parent, noun, edge.relation);
      }
      const link = graph.edge(quantifier, noun);
      if (link !== undefined) graph.removeEdge(link);
      if (kind !== 'a quantity of') {
        const left = graph.edgesFrom(quantifier).map(({ dependent }) => dependent);
        words.push(...left.filter(({ index }) => index < quantifier.index));
      }
      makeModifier(graph, noun, words);
    }
  }
}

function makeModifier(graph: StanfordGraph, noun: GraphWord, words: GraphWord[]): void {
  const ordered = [...new Set(words)].sort((a, b) => a.index - b.index);
  const [first, ...rest] = ordered;
  for (const word of ordered) for (const edge of [...graph.edgesInto(word)]) graph.removeEdge(edge);
  if (first === undefined) return;
  graph.addEdge(noun, first, QUANTIFIER);
  for (const word of rest) graph.addEdge(first, word, 'mwe');
}

const SINGULAR_PRONOUNS = new Set(
  'i me myself mine my yourself he him himself his she her herself hers it itself its one oneself'.split(' '),
);

function firstNoun(graph: StanfordGraph, singular: boolean): GraphWord | null {
  const [root] = graph.roots;
  if (root === undefined) return null;
  const queue = [root];
  const seen = new Set(queue);
  for (const word of queue) {
    if (singular ? /^NNP?$/.test(word.tag) : /^NNP?S?$/.test(word.tag)) return word;
    const children = graph.edgesFrom(word).map(({ dependent }) => dependent);
    for (const child of children.sort((a, b) => a.index - b.index || a.copy - b.copy)) {
      if (!seen.has(child)) queue.push(child);
      seen.add(child);
    }
  }
  return null;
}

/** Resolves a pronoun to the first noun, breadth first from the root, that comes before it (Schuster et al. 2015, section 3.2). */
export function resolvePronouns(graph: StanfordGraph): void {
  const antecedents = new Map<number, number>();
  for (const word of graph.words) {
    if (word.index === 1 || !word.tag.startsWith('PRP')) continue;
    const node = graph.wordAt(word.index);
    if (node === undefined || graph.parent(node) === null) continue;
    const antecedent = firstNoun(graph, SINGULAR_PRONOUNS.has(word.word));
    if (antecedent !== null && antecedent.index < word.index) antecedents.set(word.index, antecedent.index);
  }
  for (const [place, antecedentPlace] of antecedents) {
    const pronoun = graph.wordAt(place);
    const antecedent = graph.wordAt(antecedentPlace);
    if (pronoun === undefined || antecedent === undefined) continue;
    if (graph.isRoot(pronoun)) {
      graph.removeRoot(pronoun);
      graph.addRoot(antecedent);
    } else {
      for (const edge of [...graph.edgesInto(pronoun)]) {
        graph.removeEdge(edge);
        graph.addEdge(edge.governor, antecedent, edge.relation);
      }
    }
    for (const edge of [...graph.edgesFrom(pronoun)]) {
      graph.removeEdge(edge);
      graph.addEdge(antecedent, edge.dependent, edge.relation);
    }
  }
}
