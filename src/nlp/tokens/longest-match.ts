/** A lexer of the lex family (Lesk and Schmidt, 1975): at each place the rule that matches most text wins, the first of several equal ones; its automaton is built while it reads. */

type CharTest = (code: number) => boolean;

export type Pattern =
  | { kind: 'char'; key: string; test: CharTest }
  | { kind: 'sequence'; parts: readonly Pattern[] }
  | { kind: 'choice'; parts: readonly Pattern[] }
  | { kind: 'repeat'; part: Pattern; min: number; max: number };

type PatternLike = Pattern | string;

/** One character of a list with ranges: `chars('a-zA-Z_')`. A hyphen that stands first or last means itself. */
export function chars(list: string): Pattern {
  return { kind: 'char', key: `in ${list}`, test: inList(list) };
}

/** One character that is not in the list. */
export function notChars(list: string): Pattern {
  const test = inList(list);
  return { kind: 'char', key: `not ${list}`, test: (code) => !test(code) };
}

/** One character with a Unicode property, as `\p{L}`. Halves of a surrogate pair have none. */
export function charProperty(expression: RegExp): Pattern {
  return { kind: 'char', key: String(expression), test: (code) => expression.test(String.fromCharCode(code)) };
}

export const anyChar: Pattern = { kind: 'char', key: 'any', test: () => true };

/** A text in any mix of upper and lower case. */
function caseless(text: string): Pattern {
  return sequence(
    ...Array.from(text, (char): Pattern => {
      const lower = char.toLowerCase().charCodeAt(0);
      const upper = char.toUpperCase().charCodeAt(0);
      return { kind: 'char', key: `is ${char.toLowerCase()}`, test: (code) => code === lower || code === upper };
    }),
  );
}

export function sequence(...parts: PatternLike[]): Pattern {
  return { kind: 'sequence', parts: parts.map(asPattern) };
}

export function choice(...parts: PatternLike[]): Pattern {
  return { kind: 'choice', parts: parts.map(asPattern) };
}

/** A choice of words that are given in one line, in any case; one that starts with `^` wants its first letter as it is written. */
export function words(line: string): Pattern {
  return prefixTree(line.split(' ').map((word) => (word.startsWith('^') ? [`^${word[1]}`, ...word.slice(2)] : [...word])));
}

/** Words that start alike share their first characters: fewer states, and a quicker start. */
function prefixTree(all: readonly string[][]): Pattern {
  const branches = new Map<string, string[][]>();
  for (const [first, ...rest] of all.filter((word) => word.length > 0)) branches.set(first, [...(branches.get(first) ?? []), rest]);
  const parts = Array.from(branches, ([first, rests]) => sequence(first.length > 1 ? chars(first[1]) : first, prefixTree(rests)));
  if (parts.length === 0) return sequence();
  return all.some((word) => word.length === 0) ? optional(choice(...parts)) : choice(...parts);
}

export function times(part: PatternLike, min: number, max: number): Pattern {
  return { kind: 'repeat', part: asPattern(part), min, max };
}

export const optional = (...parts: PatternLike[]): Pattern => times(sequence(...parts), 0, 1);
export const many = (...parts: PatternLike[]): Pattern => times(sequence(...parts), 0, Number.POSITIVE_INFINITY);
export const some = (...parts: PatternLike[]): Pattern => times(sequence(...parts), 1, Number.POSITIVE_INFINITY);

function asPattern(part: PatternLike): Pattern {
  return typeof part === 'string' ? caseless(part) : part;
}

function inList(list: string): CharTest {
  const ranges: { low: number; high: number }[] = [];
  for (let i = 0; i < list.length; i++) {
    const low = list.charCodeAt(i);
    const isRange = list[i + 1] === '-' && i + 2 < list.length;
    ranges.push({ low, high: isRange ? list.charCodeAt(i + 2) : low });
    if (isRange) i += 2;
  }
  return (code) => ranges.some(({ low, high }) => code >= low && code <= high);
}

export interface LexerRule<Token> {
  pattern: Pattern;
  /** What must follow; it counts when the longest match is sought, and is read again afterwards. */
  ahead?: Pattern;
  /** The token, or null for nothing, and how much of the text it uses up (all unless said otherwise). */
  read(text: string): { token: Token | null; used?: number };
}

export interface Lexeme<Token> {
  token: Token | null;
  end: number;
}

/** The returned function reads one lexeme at a place; a character that no rule knows is skipped. */
export function createLexer<Token>(rules: readonly LexerRule<Token>[]): (text: string, from: number) => Lexeme<Token> {
  const classes = createCharClasses();
  const whole = createAutomaton(
    rules.map(({ pattern, ahead }) => (ahead ? sequence(pattern, ahead) : pattern)),
    classes,
  );
  /** Of rules that look ahead; made when the rule first matches. */
  const halves: ({ head: Automaton; tail: Automaton } | undefined)[] = [];

  function halvesOf(rule: number): { head: Automaton; tail: Automaton } | null {
    const { pattern, ahead } = rules[rule];
    if (!ahead) return null;
    halves[rule] ??= { head: createAutomaton([pattern], classes), tail: createAutomaton([ahead], classes) };
    return halves[rule];
  }

  return (text, from) => {
    const { rule, end } = whole.longest(text, from);
    if (rule < 0) return { token: null, end: from + 1 };
    const half = halvesOf(rule);
    let split = end;
    // The longest head whose rest is a whole tail.
    if (half)
      do split--;
      while (split > from && !(half.head.matches(text, from, split) && half.tail.matches(text, split, end)));
    const { token, used = split - from } = rules[rule].read(text.slice(from, split));
    return { token, end: from + used };
  };
}

interface CharClasses {
  /** A small number that characters share which no pattern tells apart. */
  of(code: number): number;
  has(charClass: number, test: number): boolean;
  add(key: string, test: CharTest): number;
}

function createCharClasses(): CharClasses {
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

interface Automaton {
  longest(text: string, from: number): { rule: number; end: number };
  matches(text: string, from: number, to: number): boolean;
}

const UNKNOWN = -2;
const DEAD = -1;

/** Thompson's construction; sets of its states become states of a deterministic automaton when they are first reached. */
function createAutomaton(patterns: readonly Pattern[], classes: CharClasses): Automaton {
  /** Steps without a character: by state the last of them, of each where it leads and the one before. There are too many states for a list each. */
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

  const initial = stateOf([start]);
  return {
    longest(text, from) {
      let rule = -1;
      let end = from;
      let state = initial;
      for (let i = from; i < text.length; ) {
        state = step(state, classes.of(text.charCodeAt(i)));
        if (state === DEAD) break;
        i++;
        if (ruleOf[state] >= 0) {
          rule = ruleOf[state];
          end = i;
        }
      }
      return { rule, end };
    },
    matches(text, from, to) {
      let state = initial;
      for (let i = from; i < to && state !== DEAD; i++) state = step(state, classes.of(text.charCodeAt(i)));
      return state !== DEAD && ruleOf[state] >= 0;
    },
  };
}
