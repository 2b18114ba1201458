import { describe, expect, it } from 'vitest';
import { LEFT, ParserState, RIGHT, SHIFT } from './parser-state.ts';

function stateAfter(length: number, ...actions: (readonly [action: number, relation?: number])[]): ParserState {
  const state = new ParserState();
  state.reset(length);
  for (const [action, relation = 0] of actions) state.apply(action, relation);
  return state;
}

describe('arc-hybrid transitions', () => {
  it('LEFT gives the top of the stack to the next word, RIGHT to the word below it', () => {
    // "dog barks loudly": dog ← barks → loudly, and barks last to the root, which is position 3.
    const state = stateAfter(3, [SHIFT], [LEFT, 4], [SHIFT], [SHIFT], [RIGHT, 5], [LEFT, 6]);
    expect(state.done).toBe(true);
    expect([...state.heads.subarray(0, 3)]).toEqual([1, 3, 1]);
    expect([...state.relations.subarray(0, 3)]).toEqual([4, 6, 5]);
  });

  it('gives the root its one dependent only at the end', () => {
    const state = stateAfter(2, [SHIFT], [SHIFT]);
    expect(state.canLeft()).toBe(false);
    expect(state.canRight()).toBe(true);
    state.apply(RIGHT, 0);
    expect(state.canLeft()).toBe(true);
  });

  it('knows the outermost two dependents on each side and how many there are', () => {
    // Words 0 and 1 become left dependents of word 2, the nearer one first.
    const state = stateAfter(3, [SHIFT], [SHIFT], [LEFT, 1], [LEFT, 2]);
    expect([state.left1[2], state.left2[2], state.leftCount[2], state.rightCount[2]]).toEqual([0, 1, 2, 0]);
    expect(state.leftLabels[2]).toBe((1 << 1) | (1 << 2));
  });

  it('starts afresh, also for a sentence longer than any before', () => {
    const state = stateAfter(2, [SHIFT], [LEFT, 0]);
    state.reset(200);
    expect([state.next, state.depth, state.heads[0], state.heads[199], state.leftCount[1]]).toEqual([0, 0, -1, -1, 0]);
    expect(state.top(0)).toBe(-1);
  });
});
