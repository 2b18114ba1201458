/** Patterns of text as plain data: characters, sequences, choices and repetitions, from which automata are built. */

export type CharTest = (code: number) => boolean;

export type Pattern =
  | { kind: 'char'; key: string; test: CharTest }
  | { kind: 'sequence'; parts: readonly Pattern[] }
  | { kind: 'choice'; parts: readonly Pattern[] }
  | { kind: 'repeat'; part: Pattern; min: number; max: number };

type PatternLike = Pattern | string;

/** One character of a list with ranges: `chars('a-zA-Z_')`. A hyphen in the first or last place means itself. */
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
