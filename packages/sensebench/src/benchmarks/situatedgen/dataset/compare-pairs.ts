/** Compares mined pairs with released ones: which were found again, and for each other one, the rule that lost it. */

import type { LedgerRow } from '@sensebench/metrics/internal/core';
import {
  cosine,
  reaches,
  type SettleOptions,
  type SimilarPair,
  settleSimilarities,
  writtenSimilarity,
} from '../../../build/pairs/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { BEYOND_NEAREST } from '../build/join-statements.ts';
import { judgePair, prepareStatement } from '../build/pair-rules.ts';
import type { Frame } from '../pairs/frame.ts';
import { createStrictJudge, frameStatement, type StrictRule } from '../pairs/strict-rules.ts';
import type { ExampleFile } from '../read-examples.ts';

interface MissedPair {
  ids: [string, string];
  rule: string;
  value?: number | string;
  limit?: number;
  masked?: [string, string];
}

export interface PairComparison {
  pairs: number;
  /** The number of released pairs whose statements were both given to the build. */
  given: number;
  found: number;
  /** The share of these pairs that were found. */
  share: number | null;
  lostBy: Record<string, number>;
  /** The number of mined pairs by their relation to the released ones. */
  minedPlaces: PairPlaces;
  missed: MissedPair[];
}

type ReleasedFile = Pick<ExampleFile, 'name' | 'examples'>;

export interface MinedStatements extends SettleOptions {
  /** The statements that reached mining, with their masked forms and vectors. */
  statements: readonly Statement[];
  masked: readonly string[];
  vectors: Float32Array;
  threshold: number;
  sharedEntities: 'context' | 'all';
  contexts: 'same' | 'any';
  sharedContext: boolean;
  /** The frames of the statements, if the strict rules judge pairs too. */
  strict?: { frames: readonly Frame[]; without: readonly StrictRule[] };
  /** Mined pairs, as indexes in `statements`. */
  found: readonly { first: number; second: number }[];
  /** The reasons why other statements did not. */
  dropped: readonly LedgerRow[];
}

/** Steps whose ledger rows are about pairs; those of other steps are about statements. */
const PAIR_STEPS: readonly string[] = ['mine', 'definition', 'contrast', 'split', 'top'];

export async function comparePairs(files: readonly ReleasedFile[], mined: MinedStatements): Promise<PairComparison> {
  const released = files.flatMap(({ examples }) => examples);
  const place = new Map(mined.statements.map(({ id }, index) => [id, index]));
  const lost = new Map(mined.dropped.filter(({ step }) => !PAIR_STEPS.includes(step)).map((row) => [row.ids[0], row]));
  const undefinedPairs = new Map(
    mined.dropped.filter(({ step }) => step === 'definition').map((row) => [[...row.ids].sort().join('|'), row]),
  );
  const idsOf = ({ first, second }: { first: number; second: number }) =>
    [mined.statements[first].id, mined.statements[second].id] as const;
  const minedPlaces = placePairs(
    mined.found.map(idsOf),
    files.map(({ name, examples }) => ({ name, pairs: examples.map(({ ids }) => ids) })),
  );
  const returned = new Set(mined.found.map((pair) => pairKey(pair)));
  const comparison: PairComparison = { pairs: released.length, given: 0, found: 0, share: null, lostBy: {}, minedPlaces, missed: [] };
  const measured = await measure(
    released.map(({ ids }) => ids),
    mined,
    place,
  );
  const strict =
    mined.strict &&
    createStrictJudge(
      mined.statements.map(({ text }) => text),
      mined.strict,
    );
  const judgeStrictly = (ids: [string, string], { first, second }: SimilarPair): MissedPair | null => {
    const framed = (index: number) => frameStatement(mined.statements[index].text, mined.strict?.frames[index] as Frame);
    const verdict = strict?.(framed(first), framed(second));
    return verdict && 'rule' in verdict
      ? { ids, rule: `contrast: ${verdict.rule}`, value: verdict.value, masked: [mined.masked[first], mined.masked[second]] }
      : null;
  };
  /** The reason for a pair that the paper's rules keep: a strict rule, or a similarity that mining did not return. */
  const judgeFound = (ids: [string, string], pair: SimilarPair | undefined): MissedPair | null => {
    if (!pair || returned.has(pairKey(pair))) return null;
    const beyond = { ids, rule: `mine: ${BEYOND_NEAREST}`, value: writtenSimilarity(pair.similarity) };
    return judgeStrictly(ids, pair) ?? { ...beyond, masked: [mined.masked[pair.first], mined.masked[pair.second]] };
  };
  for (const [i, { ids }] of released.entries()) {
    if (!ids.every((id) => place.has(id) || lost.has(id))) continue;
    comparison.given++;
    const against = undefinedPairs.get([...ids].sort().join('|'));
    const miss = against
      ? { ids, rule: `definition: ${against.rule}` }
      : (judge(ids, measured[i], mined, lost) ?? judgeFound(ids, measured[i]));
    if (miss === null) comparison.found++;
    else {
      comparison.missed.push(miss);
      comparison.lostBy[miss.rule] = (comparison.lostBy[miss.rule] ?? 0) + 1;
    }
  }
  comparison.share = comparison.given > 0 ? comparison.found / comparison.given : null;
  return comparison;
}

/** The pairs whose statements both reached mining; undefined for others. */
async function measure(
  pairs: readonly [string, string][],
  mined: MinedStatements,
  place: ReadonlyMap<string, number>,
): Promise<(SimilarPair | undefined)[]> {
  const measured = pairs.map((ids): SimilarPair | undefined => {
    const [first, second] = ids.map((id) => place.get(id));
    if (first === undefined || second === undefined) return undefined;
    return { first, second, similarity: cosine(mined.vectors, first, second, mined.dimensions) };
  });
  await settleSimilarities(
    measured.filter((pair) => pair !== undefined),
    mined,
  );
  return measured;
}

function judge(
  ids: [string, string],
  pair: SimilarPair | undefined,
  { statements, masked, threshold, sharedEntities, sharedContext, contexts }: MinedStatements,
  lost: ReadonlyMap<string, LedgerRow>,
): MissedPair | null {
  if (!pair) {
    const row = ids.map((id) => lost.get(id)).find((found) => found !== undefined);
    return { ids, rule: `${row?.step}: ${row?.rule}`, value: row?.value, limit: numeric(row?.limit) };
  }
  const { first, second, similarity } = pair;
  const sentences: [string, string] = [masked[first], masked[second]];
  if (!reaches(similarity, threshold)) {
    const value = writtenSimilarity(similarity);
    return { ids, rule: 'mine: similarity below the threshold', value, limit: threshold, masked: sentences };
  }
  const [one, other] = [first, second].map((index) => prepareStatement(statements[index], { sharedEntities }));
  const verdict = judgePair(one, other, { contexts, sharedContext });
  return 'rule' in verdict ? { ids, rule: `mine: ${verdict.rule}`, value: verdict.value, masked: sentences } : null;
}

function pairKey({ first, second }: { first: number; second: number }): string {
  return `${Math.min(first, second)} ${Math.max(first, second)}`;
}

function numeric(limit: LedgerRow['limit'] | undefined): number | undefined {
  return typeof limit === 'number' ? limit : undefined;
}

interface PairPlaces {
  /** Both statements are in one community of the release, all of whose pairs were released. */
  insideCommunity: number;
  /** Between communities, which the release cut even within one split. */
  betweenCommunities: number;
  betweenSplits: number;
  /** One statement, or none, is in a released pair. */
  oneReleased: number;
  noneReleased: number;
}

interface ReleasedSplit {
  name: string;
  pairs: readonly (readonly [string, string])[];
}

/**
 * Pairs between communities were cut, so the communities of the release are the connected parts of its graph: its largest part has the
 * 3,273 pairs that the paper counts in its largest community.
 */
export function placePairs(mined: Iterable<readonly [string, string]>, released: readonly ReleasedSplit[]): PairPlaces {
  const splitOf = new Map(released.flatMap(({ name, pairs }) => pairs.flat().map((id) => [id, name] as const)));
  const communityOf = connectedParts(released.flatMap(({ pairs }) => pairs));
  const places: PairPlaces = { insideCommunity: 0, betweenCommunities: 0, betweenSplits: 0, oneReleased: 0, noneReleased: 0 };
  for (const [first, second] of mined) {
    const known = [first, second].filter((id) => splitOf.has(id)).length;
    if (known < 2) places[known === 1 ? 'oneReleased' : 'noneReleased']++;
    else if (communityOf(first) === communityOf(second)) places.insideCommunity++;
    else places[splitOf.get(first) === splitOf.get(second) ? 'betweenCommunities' : 'betweenSplits']++;
  }
  return places;
}

/** Names the connected component of a node by one of its nodes. */
function connectedParts(edges: readonly (readonly [string, string])[]): (node: string) => string {
  const parent = new Map<string, string>();
  const find = (node: string): string => {
    let root = node;
    for (let next = parent.get(root); next !== undefined && next !== root; next = parent.get(root)) root = next;
    parent.set(node, root);
    return root;
  };
  for (const [first, second] of edges) parent.set(find(first), find(second));
  return find;
}
