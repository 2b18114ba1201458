/** The dynamic oracle of the arc-hybrid system (Goldberg and Nivre 2013): what each transition costs in gold arcs. */
import type { ParserState } from '../../packages/sensebench/src/nlp/analysis/parser-state.ts';

/** How many gold arcs each action makes unreachable; the gold head of the root's dependent is `length`. */
export function arcCosts(state: ParserState, gold: Int32Array): { shift: number; left: number; right: number } {
  const { stack, depth, next, length } = state;
  const s0 = state.top(0);
  const s1 = state.top(1);
  let shift = 0;
  let left = 0;
  let right = 0;
  if (next < length) {
    for (let i = 0; i < depth; i++) if (gold[stack[i]] === next) shift++;
    for (let i = 0; i < depth - 1; i++) if (gold[next] === stack[i]) shift++;
  }
  if (s0 >= 0) {
    for (let i = next; i < length; i++) {
      if (gold[i] === s0) {
        left++;
        right++;
      }
    }
    const head = gold[s0];
    if (head >= next) right++;
    if (head > next || (head === s1 && s1 >= 0)) left++;
  }
  return { shift, left, right };
}
