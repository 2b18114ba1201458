import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goldTransitions, LEFT, ParserState, REDUCE, RIGHT, SHIFT } from './stanford-transitions.ts';

/** A random projective tree over the words from `from` to `to`: its root, and the heads written into the list. */
function grow(heads: number[], from: number, to: number, head: number, random: () => number): void {
  if (from >= to) return;
  const root = from + Math.floor(random() * (to - from));
  heads[root] = head;
  grow(heads, from, root, root, random);
  grow(heads, root + 1, to, root, random);
}

describe('arc-eager transitions', () => {
  it('build every projective tree in 2n steps', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 12, maxLength: 12 }),
        (length, numbers) => {
          let at = 0;
          const heads: number[] = [];
          grow(heads, 0, length, length, () => numbers[at++ % numbers.length]);
          const relations = heads.map((head, i) => (head === length ? 0 : 1 + (i % 3)));
          const transitions = goldTransitions(heads, relations);
          expect(transitions).toHaveLength(2 * length);
          const state = new ParserState(length);
          state.reset(length, 0, 0);
          for (const transition of transitions ?? []) {
            expect(state.allows(transition, 0)).toBe(true);
            state.apply(transition);
          }
          expect(state.isFinal()).toBe(true);
          expect(heads.map((_, word) => state.head(word))).toEqual(heads);
          expect(heads.map((_, word) => state.relation(word))).toEqual(relations);
        },
      ),
    );
  });

  it('have none for a crossing tree', () => {
    expect(goldTransitions([2, 3, 4, 4], [1, 1, 0, 0])).toBeNull();
  });

  it('never reduce a word without head, nor attach one twice', () => {
    const state = new ParserState(3);
    state.reset(3, 0, 0);
    state.apply({ kind: SHIFT, relation: 0 });
    expect(state.allows({ kind: REDUCE, relation: 0 }, 0)).toBe(false);
    state.apply({ kind: RIGHT, relation: 1 });
    expect(state.allows({ kind: LEFT, relation: 1 }, 0)).toBe(false);
    expect(state.allows({ kind: REDUCE, relation: 0 }, 0)).toBe(true);
  });
});
