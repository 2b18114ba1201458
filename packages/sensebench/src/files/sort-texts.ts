/** Sorts any number of texts and removes duplicates in bounded memory: sorted runs in temporary files, then merged. */
import { createRowFile, type RowFile } from './row-file.ts';

export interface SortTextsOptions {
  /** Default: by code points. */
  compare?(a: string, b: string): number;
  /** How many characters are sorted in memory at a time. */
  characters?: number;
}

/** A list that can be read repeatedly. */
export interface SortedTexts extends Iterable<string> {
  readonly length: number;
  close(): void;
}

const CHARACTERS = 1 << 25;

export async function sortTexts(texts: Iterable<string> | AsyncIterable<string>, options: SortTextsOptions = {}): Promise<SortedTexts> {
  const { compare = byCodePoints, characters = CHARACTERS } = options;
  const runs: RowFile<string>[] = [];
  let run = new Set<string>();
  let size = 0;
  for await (const text of texts) {
    if (run.has(text)) continue;
    run.add(text);
    size += text.length;
    if (size < characters) continue;
    runs.push(keep([...run].sort(compare)));
    run = new Set();
    size = 0;
  }
  const last = [...run].sort(compare);
  if (runs.length === 0) return { length: last.length, [Symbol.iterator]: () => last[Symbol.iterator](), close: () => undefined };
  runs.push(keep(last));
  const merged = keep(distinct(merge(runs, compare)));
  for (const each of runs) each.close();
  return merged;
}

/** The intersection of two lists, both sorted by code points. */
export function* inBoth(first: Iterable<string>, second: Iterable<string>): Generator<string> {
  const others = second[Symbol.iterator]();
  let other = others.next();
  for (const text of first) {
    while (!other.done && byCodePoints(other.value, text) < 0) other = others.next();
    if (other.done) return;
    if (other.value === text) yield text;
  }
}

/** The order of UTF-8 bytes, as in DuckDB, PostgreSQL's "C" and `LC_ALL=C sort`. JavaScript's own order has U+10000 before U+E000. */
function byCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [first, second] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (first !== second) return rank(first) - rank(second);
  }
  return a.length - b.length;
}

/** Surrogates sort after all other code units. */
function rank(unit: number): number {
  return unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

function keep(texts: Iterable<string>): RowFile<string> {
  const file = createRowFile<string>();
  for (const text of texts) file.add(text);
  return file;
}

function* distinct(texts: Iterable<string>): Generator<string> {
  let before: string | undefined;
  for (const text of texts) {
    if (text !== before) yield text;
    before = text;
  }
}

/** Pairwise, so that the number of comparisons per text is logarithmic in the number of runs. */
function merge(runs: readonly Iterable<string>[], compare: (a: string, b: string) => number): Iterable<string> {
  if (runs.length === 1) return runs[0];
  const middle = runs.length >> 1;
  return mergeTwo(merge(runs.slice(0, middle), compare), merge(runs.slice(middle), compare), compare);
}

function* mergeTwo(first: Iterable<string>, second: Iterable<string>, compare: (a: string, b: string) => number): Generator<string> {
  const others = second[Symbol.iterator]();
  let other = others.next();
  for (const text of first) {
    for (; !other.done && compare(other.value, text) < 0; other = others.next()) yield other.value;
    yield text;
  }
  for (; !other.done; other = others.next()) yield other.value;
}
