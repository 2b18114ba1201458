/** Pairs and triples of the concepts of a set, and the share of them that is unseen in training (Lin et al. 2020, section 3.3). */

const MARK = '#';

/**
 * Every choice of `size` concepts, each sorted and joined, so that order does not matter. Nine released dev sets contain a concept twice;
 * like the paper's counts, this pairs it with itself.
 */
export function compositions(concepts: readonly string[], size: number): string[] {
  const sorted = [...concepts].sort();
  const found: string[] = [];
  const choose = (start: number, chosen: readonly string[]): void => {
    if (chosen.length === size) {
      found.push(chosen.join(MARK));
      return;
    }
    for (let i = start; i <= sorted.length - (size - chosen.length); i++) choose(i + 1, [...chosen, sorted[i]]);
  };
  choose(0, []);
  return found;
}

export function uniqueCompositions(sets: Iterable<readonly string[]>, size: number): Set<string> {
  const unique = new Set<string>();
  for (const concepts of sets) for (const composition of compositions(concepts, size)) unique.add(composition);
  return unique;
}

/** The share of the first set that is not in the second; null if the first is empty. */
export function unseenShare(found: ReadonlySet<string>, seen: ReadonlySet<string>): number | null {
  if (found.size === 0) return null;
  let unseen = 0;
  for (const each of found) if (!seen.has(each)) unseen++;
  return unseen / found.size;
}
