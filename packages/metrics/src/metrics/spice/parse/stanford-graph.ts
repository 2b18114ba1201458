/** A dependency graph like CoreNLP 3.6's SemanticGraph: words and copies, typed edges, roots, walked in that library's order. */

export interface GraphWord {
  /** 1-based place in the sentence; a copy has the place of its original. */
  index: number;
  /** 0, or the number of the copy that a distributed conjunction made. */
  copy: number;
  word: string;
  tag: string;
  lemma: string;
  original: GraphWord | null;
}

export interface GraphEdge {
  relation: string;
  governor: GraphWord;
  dependent: GraphWord;
}

export interface TaggedWord {
  word: string;
  tag: string;
  lemma: string;
}

/** One relation of a parse by token places: `[relation, governor, dependent]`, then the copies of both where there are any. */
export type Dependency = readonly [relation: string, governor: number, dependent: number, governorCopy?: number, dependentCopy?: number];

/** Words in the order of the sentence, copies behind their original. */
const bySentenceOrder = (a: GraphWord, b: GraphWord) => a.index - b.index || a.copy - b.copy;

/** The original keeps neighbours in hash maps of sixteen buckets: a word's place modulo sixteen decides which comes first. */
const byBucket = (a: GraphWord, b: GraphWord) => (a.index & 15) - (b.index & 15) || a.index - b.index || a.copy - b.copy;

const NO_EDGES: readonly GraphEdge[] = [];

export class StanfordGraph {
  readonly words: GraphWord[] = [];
  readonly roots: GraphWord[] = [];
  private readonly outgoing = new Map<GraphWord, GraphEdge[]>();
  private readonly incoming = new Map<GraphWord, GraphEdge[]>();

  static fromDependencies(tokens: readonly TaggedWord[], dependencies: readonly Dependency[]): StanfordGraph {
    const graph = new StanfordGraph();
    const originals = tokens.map(({ word, tag, lemma }, i) => ({ index: i + 1, copy: 0, word, tag, lemma, original: null }));
    const copies = new Map<string, GraphWord>();
    const at = (index: number, copy = 0): GraphWord => {
      const original = originals[index - 1];
      if (original === undefined) throw new RangeError(`no token ${index} in a sentence of ${originals.length}`);
      if (copy === 0) return original;
      const key = `${index}.${copy}`;
      const known = copies.get(key) ?? { ...original, copy, original };
      copies.set(key, known);
      return known;
    };
    for (const [relation, governor, dependent, governorCopy, dependentCopy] of dependencies) {
      if (governor === 0) graph.addRoot(at(dependent, dependentCopy));
      else graph.addEdge(at(governor, governorCopy), at(dependent, dependentCopy), relation);
    }
    return graph;
  }

  addRoot(word: GraphWord): void {
    this.addWord(word);
    if (!this.roots.includes(word)) this.roots.push(word);
    this.roots.sort(byBucket);
  }

  removeRoot(word: GraphWord): void {
    const place = this.roots.indexOf(word);
    if (place >= 0) this.roots.splice(place, 1);
  }

  isRoot(word: GraphWord): boolean {
    return this.roots.includes(word);
  }

  /** A further node for the same word. */
  copyOf(word: GraphWord): GraphWord {
    const original = word.original ?? word;
    const copy = this.words.filter((other) => other.original === original).length + 1;
    const made = { ...original, copy, original };
    this.addWord(made);
    return made;
  }

  addEdge(governor: GraphWord, dependent: GraphWord, relation: string): void {
    this.addWord(governor);
    this.addWord(dependent);
    const edge = { relation, governor, dependent };
    const out = this.outgoing.get(governor) ?? [];
    out.push(edge);
    if (out.length > 1) out.sort((a, b) => byBucket(a.dependent, b.dependent));
    this.outgoing.set(governor, out);
    const into = this.incoming.get(dependent) ?? [];
    into.push(edge);
    if (into.length > 1) into.sort((a, b) => byBucket(a.governor, b.governor));
    this.incoming.set(dependent, into);
  }

  removeEdge(edge: GraphEdge): void {
    for (const list of [this.outgoing.get(edge.governor), this.incoming.get(edge.dependent)]) {
      const place = list?.indexOf(edge) ?? -1;
      if (place >= 0) list?.splice(place, 1);
    }
  }

  edgesFrom(word: GraphWord): readonly GraphEdge[] {
    return this.outgoing.get(word) ?? NO_EDGES;
  }

  edgesInto(word: GraphWord): readonly GraphEdge[] {
    return this.incoming.get(word) ?? NO_EDGES;
  }

  /** All edges by governor, then by dependent: a snapshot that stays as it is while the graph changes. */
  edges(): GraphEdge[] {
    const all: GraphEdge[] = [];
    for (const word of this.words) for (const edge of this.edgesFrom(word)) all.push(edge);
    return all;
  }

  edge(governor: GraphWord, dependent: GraphWord): GraphEdge | undefined {
    for (const edge of this.edgesFrom(governor)) if (edge.dependent === dependent) return edge;
    return undefined;
  }

  children(word: GraphWord, relation: string): GraphWord[] {
    const found: GraphWord[] = [];
    for (const edge of this.edgesFrom(word)) if (edge.relation === relation) found.push(edge.dependent);
    return found;
  }

  child(word: GraphWord, relation: string): GraphWord | undefined {
    for (const edge of this.edgesFrom(word)) if (edge.relation === relation) return edge.dependent;
    return undefined;
  }

  wordAt(index: number): GraphWord | undefined {
    return this.words.find((word) => word.index === index);
  }

  /** The first governor on a way to a root; null for a root and for a word that no root reaches. */
  parent(word: GraphWord): GraphWord | null {
    return this.pathToRoot(word, [])?.[0] ?? null;
  }

  private pathToRoot(word: GraphWord, used: readonly GraphWord[]): GraphWord[] | null {
    if (this.isRoot(word)) return [];
    const seen = [...used, word];
    const parents = [...new Set(this.edgesInto(word).map((edge) => edge.governor))].sort(bySentenceOrder);
    for (const parent of parents) {
      if (seen.includes(parent)) continue;
      const path = this.pathToRoot(parent, seen);
      if (path !== null) return [parent, ...path];
    }
    return null;
  }

  private addWord(word: GraphWord): void {
    if (this.words.includes(word)) return;
    this.words.push(word);
    if (this.words.length > 1) this.words.sort(bySentenceOrder);
  }
}
