/** Where mined pairs lie among released ones: in one released community, between two, or with statements that the release lacks. */

export interface PairPlaces {
  /** Both statements are in one community of the release, whose every pair was released. */
  insideCommunity: number;
  /** Between communities: the release cut these, also where both communities came into one split. */
  betweenCommunities: number;
  betweenSplits: number;
  /** One statement, or none, is in a released pair. */
  oneReleased: number;
  noneReleased: number;
}

export interface ReleasedSplit {
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

/** Names the part of a graph that a node is in, by one of its nodes. */
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
