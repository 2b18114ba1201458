/** An automaton for several patterns at once, made deterministic while it reads: the longest match, and the first of equal ones. */
import type { CharTest, Pattern } from './patterns.ts';

export interface CharClasses {
  /** A small number that characters share which no pattern tells apart. */
  of(code: number): number;
  has(charClass: number, test: number): boolean;
  add(key: string, test: CharTest): number;
}

export function createCharClasses(): CharClasses {
  const tests: CharTest[] = [];
  const known = new Map<string, number>();
  const members: boolean[][] = [];
  const bySignature = new Map<string, number>();
  const ofCode = new Int16Array(65536).fill(-1);
  return {
    of(code) {
      if (ofCode[code] >= 0) return ofCode[code];
      const row = tests.map((test) => test(code));
      const signature = row.map(Number).join('');
      let charClass = bySignature.get(signature);
      if (charClass === undefined) {
        charClass = members.push(row) - 1;
        bySignature.set(signature, charClass);
      }
      ofCode[code] = charClass;
      return charClass;
    },
    has: (charClass, test) => members[charClass][test],
    add(key, test) {
      const index = known.get(key) ?? tests.push(test) - 1;
      known.set(key, index);
      return index;
    },
  };
}

export interface Automaton {
  longest(text: string, from: number): { rule: number; end: number };
  matches(text: string, from: number, to: number): boolean;
  /** The places up to `to` where a match from `from` can end, in order. */
  ends(text: string, from: number, to: number): number[];
}

const UNKNOWN = -2;
const DEAD = -1;
/** Dead ends are noted at every sixteenth position, and forgotten when there are too many for a set. */
const NOTED_PLACES = 15;
const MOST_NOTED = 1 << 22;

/** Several patterns as one automaton: Thompson's construction, made deterministic while it reads. */
export function createAutomaton(patterns: readonly Pattern[], classes: CharClasses): Automaton {
  const { initial, step, ruleOf } = determinize(layPatterns(patterns, classes), classes);
  /** Positions and states of one text from which no rule matches any more. A run of signs that might start an address is then read once, not once for each sign (Reps 1998). */
  const deadEnds = new Set<number>();
  let notedText = '';
  const noteOf = (position: number, state: number) => position * 0x8000 + state;

  return {
    longest(text, from) {
      if (text !== notedText) {
        notedText = text;
        deadEnds.clear();
      }
      let rule = -1;
      let end = from;
      let state = initial;
      let passed: number[] | undefined;
      for (let i = from; i < text.length; ) {
        state = step(state, classes.of(text.charCodeAt(i)));
        if (state === DEAD) break;
        i++;
        if (ruleOf[state] >= 0) {
          rule = ruleOf[state];
          end = i;
          passed = undefined;
        } else if ((i & NOTED_PLACES) === 0) {
          const note = noteOf(i, state);
          if (deadEnds.has(note)) break;
          passed ??= [];
          passed.push(note);
        }
      }
      if (passed) {
        if (deadEnds.size + passed.length > MOST_NOTED) deadEnds.clear();
        for (const note of passed) deadEnds.add(note);
      }
      return { rule, end };
    },
    ends(text, from, to) {
      const ends: number[] = [];
      let state = initial;
      for (let i = from; i < to; ) {
        state = step(state, classes.of(text.charCodeAt(i)));
        if (state === DEAD) break;
        i++;
        if (ruleOf[state] >= 0) ends.push(i);
      }
      return ends;
    },
    matches(text, from, to) {
      let state = initial;
      for (let i = from; i < to && state !== DEAD; i++) state = step(state, classes.of(text.charCodeAt(i)));
      return state !== DEAD && ruleOf[state] >= 0;
    },
  };
}

/** States of an automaton that is not deterministic. */
interface States {
  start: number;
  /** By state: the test of its character, and the state after it; -1 for none. */
  tests: readonly number[];
  targets: readonly number[];
  /** By state: the rule that it accepts; -1 for none. */
  accepts: readonly number[];
  /** Steps without a character: the last one of each state, where each leads, and the one before it. There are too many states for a list each. */
  lastSteps: readonly number[];
  stepTargets: readonly number[];
  stepsBefore: readonly number[];
}

/** Thompson's construction. */
function layPatterns(patterns: readonly Pattern[], classes: CharClasses): States {
  const lastSteps: number[] = [];
  const stepTargets: number[] = [];
  const stepsBefore: number[] = [];
  const tests: number[] = [];
  const targets: number[] = [];
  const accepts: number[] = [];

  const addState = () => {
    tests.push(-1);
    targets.push(-1);
    accepts.push(-1);
    return lastSteps.push(-1) - 1;
  };
  const addStep = (from: number, to: number) => {
    stepTargets.push(to);
    lastSteps[from] = stepsBefore.push(lastSteps[from]) - 1;
  };
  /** Lays the pattern's states behind `from`; gives its last state. */
  function lay(pattern: Pattern, from: number): number {
    switch (pattern.kind) {
      case 'char': {
        const inner = addState();
        const end = addState();
        addStep(from, inner);
        tests[inner] = classes.add(pattern.key, pattern.test);
        targets[inner] = end;
        return end;
      }
      case 'sequence':
        return pattern.parts.reduce((state, part) => lay(part, state), from);
      case 'choice': {
        const end = addState();
        for (const part of pattern.parts) addStep(lay(part, from), end);
        return end;
      }
      case 'repeat': {
        let state = from;
        for (let i = 0; i < pattern.min; i++) state = lay(pattern.part, state);
        const end = addState();
        if (pattern.max === Number.POSITIVE_INFINITY) {
          const loop = addState();
          addStep(state, loop);
          addStep(lay(pattern.part, loop), loop);
          addStep(loop, end);
          return end;
        }
        for (let i = pattern.min; i < pattern.max; i++) {
          addStep(state, end);
          state = lay(pattern.part, state);
        }
        addStep(state, end);
        return end;
      }
    }
  }

  const start = addState();
  for (const [rule, pattern] of patterns.entries()) {
    const entry = addState();
    addStep(start, entry);
    accepts[lay(pattern, entry)] = rule;
  }
  return { start, tests, targets, accepts, lastSteps, stepTargets, stepsBefore };
}

/** Sets of states become states of a deterministic automaton when they are first reached. */
function determinize({ start, tests, targets, accepts, lastSteps, stepTargets, stepsBefore }: States, classes: CharClasses) {
  /** The number of the set in which a state was last put. */
  const marks = new Int32Array(lastSteps.length);
  let stamp = 0;
  const closures: (readonly number[] | undefined)[] = [];
  const sets: Uint16Array[] = [];
  const ruleOf: number[] = [];
  const rows: Int16Array[] = [];
  const bySet = new Map<string, number>();

  /** The states that are reached without a character and either read one or accept. */
  function closureOf(state: number): readonly number[] {
    const known = closures[state];
    if (known) return known;
    const seen = new Set([state]);
    for (const each of seen) for (let step = lastSteps[each]; step >= 0; step = stepsBefore[step]) seen.add(stepTargets[step]);
    const closure = [...seen].filter((each) => tests[each] >= 0 || accepts[each] >= 0);
    closures[state] = closure;
    return closure;
  }

  function stateOf(reached: readonly number[]): number {
    stamp++;
    const states: number[] = [];
    for (const each of reached) {
      for (const state of closureOf(each)) {
        if (marks[state] === stamp) continue;
        marks[state] = stamp;
        states.push(state);
      }
    }
    const set = Uint16Array.from(states).sort();
    const key = String.fromCharCode(...set);
    let id = bySet.get(key);
    if (id === undefined) {
      id = sets.push(set) - 1;
      rows.push(new Int16Array(256).fill(UNKNOWN));
      ruleOf.push(firstAccepted(set));
      bySet.set(key, id);
    }
    return id;
  }

  function firstAccepted(set: Uint16Array): number {
    let first = -1;
    for (const state of set) if (accepts[state] >= 0 && (first < 0 || accepts[state] < first)) first = accepts[state];
    return first;
  }

  function step(state: number, charClass: number): number {
    const known = rows[state][charClass];
    if (known !== UNKNOWN) return known;
    const reached: number[] = [];
    for (const inner of sets[state]) if (tests[inner] >= 0 && classes.has(charClass, tests[inner])) reached.push(targets[inner]);
    const next = reached.length ? stateOf(reached) : DEAD;
    rows[state][charClass] = next;
    return next;
  }

  return { initial: stateOf([start]), step, ruleOf };
}
