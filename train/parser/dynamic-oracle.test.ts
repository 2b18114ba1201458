import { describe, expect, it } from 'vitest';
import { LEFT, ParserState, SHIFT } from '../../packages/sensebench/src/nlp/analysis/parser-state.ts';
import { arcCosts } from './dynamic-oracle.ts';

describe('the dynamic oracle', () => {
  it('counts the gold arcs that each action makes unreachable', () => {
    // "dog barks": barks is the root's dependent, dog its subject.
    const gold = Int32Array.of(1, 2);
    const state = new ParserState();
    state.reset(2);
    state.apply(SHIFT, 0);
    expect(arcCosts(state, gold)).toEqual({ shift: 1, left: 0, right: 1 });
    state.apply(LEFT, 0);
    state.apply(SHIFT, 0);
    expect(arcCosts(state, gold)).toMatchObject({ left: 0, right: 1 });
  });
});
