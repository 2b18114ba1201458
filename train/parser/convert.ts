/** Converts ClearNLP dependencies (Choi and Palmer 2012) towards Universal Dependencies: content words become heads. */
import type { SilverSentence } from '../corpora.ts';

export interface ConvertedTree {
  /** 1-based, 0 for the root. */
  heads: number[];
  /** ClearNLP's names: the stacked parser learns what they are in UD. */
  relations: string[];
}

const BE = new Set("be is are was were been being am 's 're 'm ai".split(' '));

export function convertTree(tokens: SilverSentence['tokens']): ConvertedTree {
  const heads = tokens.map(({ head }) => head);
  const relations = tokens.map(({ relation }) => relation);
  const childrenOf = (position: number) => heads.flatMap((head, i) => (head === position ? [i + 1] : []));
  const depth = (position: number) => {
    let steps = 0;
    for (let at = position; at !== 0 && steps < 200; at = heads[at - 1]) steps++;
    return steps;
  };
  const order = tokens.map((_, i) => i + 1).sort((a, b) => depth(b) - depth(a) || a - b);

  /** The complement takes the place of the word that governed it, and what hung there. */
  const promote = (from: number, to: number) => {
    heads[to - 1] = heads[from - 1];
    for (const child of childrenOf(from)) if (child !== to) heads[child - 1] = to;
    heads[from - 1] = to;
  };

  const objects = new Set<number>();
  for (const position of order) {
    const object = childrenOf(position).find((child) => !objects.has(child) && ['pobj', 'pcomp'].includes(relations[child - 1]));
    if (object === undefined) continue;
    promote(position, object);
    objects.add(object);
  }
  for (const position of order) {
    const token = tokens[position - 1];
    if (!BE.has(token.form.toLowerCase()) || ['aux', 'auxpass'].includes(token.relation)) continue;
    const children = childrenOf(position);
    if (children.some((child) => relations[child - 1] === 'expl')) continue;
    const predicate =
      children.find((child) => ['attr', 'acomp', 'oprd'].includes(relations[child - 1])) ??
      children.find((child) => child > position && objects.has(child)) ??
      children.find((child) => ['WRB', 'WP'].includes(tokens[child - 1].tag));
    if (predicate !== undefined) promote(position, predicate);
  }
  tokens.forEach((_, i) => {
    if (relations[i] !== 'conj') return;
    let first = heads[i];
    for (let steps = 0; first > 0 && relations[first - 1] === 'conj' && steps < tokens.length; steps++) first = heads[first - 1];
    if (first > 0) heads[i] = first;
  });
  tokens.forEach((_, i) => {
    if (relations[i] !== 'cc') return;
    const next = heads.findIndex((head, k) => k > i && head === heads[i] && relations[k] === 'conj');
    if (next >= 0) heads[i] = next + 1;
  });
  return { heads, relations };
}
