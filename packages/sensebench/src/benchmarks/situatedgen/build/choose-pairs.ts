/** Chooses likely and varied pairs, greedily: each further use of a statement, a frame or a predicate gains less. */

export interface Choice {
  first: number;
  second: number;
  /** The probability of what is wanted of the pair. */
  chance: number;
}

export interface ChooseOptions {
  /** Most pairs of a statement. */
  maxPartners: number;
  /** Most uses of a frame: sentences that differ in their keywords only. */
  maxFrame: number;
  /** Most uses of a predicate, as a share of all that is chosen from. */
  predicateShare: number;
  frameOf(statement: number): number;
  predicateOf(statement: number): number;
}

/** What a further use of a statement, a frame and a predicate leaves of a pair's gain. */
const AGAIN = { statement: 0.8, frame: 0.97, predicate: 0.998 } as const;

/**
 * The sum of these gains is submodular, so that the greedy choice is within a constant of the best one (Fisher, Nemhauser and Wolsey, 1978). Gains
 * only fall, so that a pair whose gain is out of date waits in the heap for its turn (Minoux, 1978).
 */
export function choosePairs(choices: readonly Choice[], options: ChooseOptions): { chosen: Choice[]; full: Choice[] } {
  const uses = { statement: new Map<number, number>(), frame: new Map<number, number>(), predicate: new Map<number, number>() };
  const limits = {
    statement: options.maxPartners,
    frame: options.maxFrame,
    predicate: Math.max(options.maxFrame, Math.ceil(2 * options.predicateShare * choices.length)),
  };
  const groups = ({ first, second }: Choice) =>
    [
      ['statement', first],
      ['statement', second],
      ['frame', options.frameOf(first)],
      ['frame', options.frameOf(second)],
      ['predicate', options.predicateOf(first)],
      ['predicate', options.predicateOf(second)],
    ] as const;
  const gain = (choice: Choice) => {
    let left = choice.chance;
    for (const [kind, group] of groups(choice)) {
      const used = uses[kind].get(group) ?? 0;
      if (used >= limits[kind]) return 0;
      left *= AGAIN[kind] ** used;
    }
    return left;
  };
  const heap = createHeap(choices);
  const chosen: Choice[] = [];
  const full: Choice[] = [];
  for (let top = heap.pop(); top; top = heap.pop()) {
    const now = gain(top.choice);
    if (now === 0) full.push(top.choice);
    else if (now < top.gain) heap.push({ choice: top.choice, gain: now, order: top.order });
    else {
      chosen.push(top.choice);
      for (const [kind, group] of groups(top.choice)) uses[kind].set(group, (uses[kind].get(group) ?? 0) + 1);
    }
  }
  return { chosen, full };
}

interface Entry {
  choice: Choice;
  gain: number;
  /** Decides between equal gains. */
  order: number;
}

/** A binary heap, the highest gain first. */
function createHeap(choices: readonly Choice[]): { push(entry: Entry): void; pop(): Entry | undefined } {
  const entries: Entry[] = [];
  const before = (a: Entry, b: Entry) => a.gain > b.gain || (a.gain === b.gain && a.order < b.order);
  const push = (entry: Entry) => {
    let at = entries.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!before(entries[at], entries[parent])) break;
      [entries[at], entries[parent]] = [entries[parent], entries[at]];
      at = parent;
    }
  };
  for (const [order, choice] of choices.entries()) push({ choice, gain: choice.chance, order });
  return {
    push,
    pop() {
      const [top] = entries;
      const last = entries.pop();
      if (!top || !last || entries.length === 0) return top;
      entries[0] = last;
      for (let at = 0; ; ) {
        let best = at;
        for (const child of [2 * at + 1, 2 * at + 2]) if (child < entries.length && before(entries[child], entries[best])) best = child;
        if (best === at) return top;
        [entries[at], entries[best]] = [entries[best], entries[at]];
        at = best;
      }
    },
  };
}
