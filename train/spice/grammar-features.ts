/** What is learned about rules, chains and words: averaged weights of the rule itself, of coarser ones, of words with tags and states. */
import { type CaptionGrammar, categoryOf } from '../../packages/metrics/src/metrics/spice/parse/caption-grammar.ts';
import type { WordScores } from '../../packages/metrics/src/metrics/spice/parse/caption-lexicon.ts';

const MARKS = /-(?!TMP).*$/;
const withoutParents = (symbol: string) => symbol.replace(/\^[^|]*/, '');
/** Without its parents; a phrase under way keeps its head and the last sibling. */
const coarse = (symbol: string) => withoutParents(symbol).split('|').slice(0, 4).join('|');
/** The category alone; a phrase under way keeps its head. */
const coarsest = (symbol: string) =>
  symbol.startsWith('@')
    ? `@${categoryOf(symbol.slice(1).split('|')[0])}|${symbol.split('|')[1]}`
    : withoutParents(symbol).replace(MARKS, '');

export class GrammarFeatures {
  /** Examples seen; the average runs over them. */
  time = 1;
  /** Features of each rule and of each chain. */
  readonly rules: number[][];
  readonly chains: number[][];
  private readonly grammar: CaptionGrammar;
  private readonly ids = new Map<string, number>();
  private readonly weights: number[] = [];
  /** Sum of change × time of change: the average is the weight less this sum over the time. */
  private readonly sums: number[] = [];
  private readonly rulesWith: readonly number[][];
  private readonly chainsWith: readonly number[][];
  private readonly ruleIds = new Map<number, number>();
  private readonly chainIds: Map<string, number>;

  constructor(grammar: CaptionGrammar) {
    this.grammar = grammar;
    const { symbols, lefts, rights, parents, size } = grammar;
    const fine = symbols.map(String);
    const levels = [fine, fine.map(coarse), fine.map(coarsest)];
    this.rules = Array.from(lefts, (left, i) => {
      this.ruleIds.set((left * size + rights[i]) * size + parents[i], i);
      return levels.map((names, level) => this.id(`${level} ${names[parents[i]]} ${names[left]} ${names[rights[i]]}`));
    });
    this.chains = grammar.chains.map((path) => [
      this.id(`chain ${path.join(' ')}`),
      ...path
        .slice(1)
        .flatMap((below, i) => levels.slice(0, 2).map((names, level) => this.id(`${level} ${names[path[i]]} ${names[below]}`))),
    ]);
    this.chainIds = new Map(grammar.chains.map((path, i) => [path.join(' '), i]));
    this.rulesWith = indexOf(this.rules);
    this.chainsWith = indexOf(this.chains);
  }

  ruleOf(left: number, right: number, parent: number): number | undefined {
    return this.ruleIds.get((left * this.grammar.size + right) * this.grammar.size + parent);
  }

  chainOf(path: readonly number[]): number | undefined {
    return this.chainIds.get(path.join(' '));
  }

  ofWord(word: string, tag: string, state: string): number[] {
    return [this.id(`state ${word} ${state}`), this.id(`tag ${word} ${tag}`), this.id(`ending ${word.slice(-3)} ${tag}`)];
  }

  sum(features: readonly number[]): number {
    let sum = 0;
    for (const feature of features) sum += this.weights[feature];
    return sum;
  }

  update(difference: ReadonlyMap<number, number>, step: number): void {
    const { scores, chainScores } = this.grammar;
    for (const [feature, n] of difference) {
      if (n === 0) continue;
      const change = n * step;
      this.weights[feature] += change;
      this.sums[feature] += change * this.time;
      // A chain may have a feature twice, and is then in the list twice.
      for (const rule of this.rulesWith[feature] ?? []) scores[rule] += change;
      for (const chain of this.chainsWith[feature] ?? []) chainScores[chain] += change;
    }
  }

  /** Forgets the weights so far in the average. */
  restart(): void {
    this.time = 1;
    this.sums.fill(0);
  }

  /** From the last weights to their average over time, in the grammar's scores as well. */
  average(): void {
    const { scores, chainScores } = this.grammar;
    this.weights.forEach((_, feature) => {
      const change = -this.sums[feature] / this.time;
      this.weights[feature] += change;
      for (const rule of this.rulesWith[feature] ?? []) scores[rule] += change;
      for (const chain of this.chainsWith[feature] ?? []) chainScores[chain] += change;
    });
  }

  ofTag(word: string, tag: string): number {
    return this.learned(`tag ${word} ${tag}`) + this.learned(`ending ${word.slice(-3)} ${tag}`);
  }

  ofState(word: string, state: string): number {
    return this.learned(`state ${word} ${state}`);
  }

  /** What was learned of endings, added to what a former model had learned. */
  corrections(former: ReadonlyMap<string, WordScores> = new Map()): Map<string, WordScores> {
    const found = new Map(Array.from(former, ([ending, { tags }]) => [ending, new Map(tags)]));
    for (const [name, id] of this.ids) {
      const [kind, ending, tag] = name.split(' ');
      if (kind !== 'ending' || Math.abs(this.weights[id]) < 0.01) continue;
      const known = found.get(ending) ?? new Map<string, number>();
      known.set(tag, (known.get(tag) ?? 0) + this.weights[id]);
      found.set(ending, known);
    }
    return new Map(Array.from(found, ([ending, tags]) => [ending, { tags: [...tags], states: [] }]));
  }

  private learned(name: string): number {
    const id = this.ids.get(name);
    return id === undefined ? 0 : this.weights[id];
  }

  private id(name: string): number {
    const known = this.ids.get(name);
    if (known !== undefined) return known;
    const made = this.weights.length;
    this.ids.set(name, made);
    this.weights.push(0);
    this.sums.push(0);
    return made;
  }
}

/** For each feature, what has it, as often as it has it. */
function indexOf(lists: readonly (readonly number[])[]): number[][] {
  const index: number[][] = [];
  lists.forEach((features, i) => {
    for (const feature of features) {
      const known = index[feature] ?? [];
      known.push(i);
      index[feature] = known;
    }
  });
  return index;
}
