/** How many tags and trees are right: shares of tokens with the given tag (tags), head (UAS), and head with relation (LAS). */

import type { ParsedToken } from '../parsed-token.ts';
import type { TreeSentence } from './conllu.ts';

export interface TreeScores {
  tokens: number;
  tags: number;
  uas: number;
  las: number;
}

export function scoreTrees(
  gold: readonly Pick<TreeSentence, 'tokens'>[],
  readings: readonly { tags: readonly string[]; tree: readonly ParsedToken[] }[],
): TreeScores {
  const right = { tokens: 0, tags: 0, uas: 0, las: 0 };
  gold.forEach(({ tokens }, k) => {
    const { tags, tree } = readings[k];
    tokens.forEach((token, i) => {
      right.tokens++;
      if (tags[i] === token.tag) right.tags++;
      if (tree[i].head !== token.head) return;
      right.uas++;
      if (tree[i].relation === token.relation) right.las++;
    });
  });
  const share = (count: number) => count / Math.max(1, right.tokens);
  return { tokens: right.tokens, tags: share(right.tags), uas: share(right.uas), las: share(right.las) };
}

/** One line in percent. */
export function formatTreeScores({ tags, uas, las }: TreeScores): string {
  const percent = (value: number) => (100 * value).toFixed(2);
  return `tags ${percent(tags)}, UAS ${percent(uas)}, LAS ${percent(las)}`;
}
