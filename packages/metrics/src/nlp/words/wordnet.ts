/** WordNet 3.0 (Fellbaum, 1998): synsets, hypernyms and Morphy's base forms, from the compact table of weights/wordnet. */
import { loadWeights } from '#data-files';
import type { WordNet, WordNetPos } from '../../core/index.ts';
import { once } from '../../core/index.ts';

/** Release of the table in packages/sensebench/weights/wordnet. */
export const WORDNET_VERSION = '3.0';

const POS: readonly WordNetPos[] = ['n', 'v', 'a', 'r'];

/** Morphy's rules of detachment (WordNet manual, morphy(7WN)), each as `ending>replacement`. */
const DETACHMENTS: Record<WordNetPos, readonly string[][]> = {
  n: readRules('s> ses>s xes>x zes>z ches>ch shes>sh men>man ies>y'),
  v: readRules('s> ies>y es>e es> ed>e ed> ing>e ing>'),
  a: readRules('er> est> er>e est>e'),
  r: [],
};

function readRules(text: string): string[][] {
  return text.split(' ').map((rule) => rule.split('>'));
}

export interface FullWordNet extends WordNet {
  /** Number of synsets; they are numbered from 0, nouns first. */
  size: number;
  /** Bases that the exception list names for a form, in its order; empty for regular words. */
  exceptions(word: string, pos: WordNetPos): readonly string[];
  /** Every exception of a part of speech: inflected form → bases. */
  exceptionTable(pos: WordNetPos): ReadonlyMap<string, readonly string[]>;
  has(lemma: string, pos?: WordNetPos): boolean;
}

/** Reads the table that train/wordnet/compile.ts wrote (about 40 ms). */
export async function loadWordNet(): Promise<FullWordNet> {
  return openWordNet(await loadWeights('wordnet/wordnet.bin.gz'));
}

/** The table, unpacked. */
export function openWordNet(raw: Uint8Array): FullWordNet {
  const { starts, sections } = readSections(raw);
  /** The words of the table are ASCII. */
  const ascii = new TextDecoder();
  const wordBytes = sections[0];
  const wordStarts = lineStarts(wordBytes, sections[1].length / 4);
  const senseStarts = sums(sections[1]);
  const senses = sections[2];
  // Many callers look up synsets only, so the rest is unfolded when it is first asked for.
  const memberLists = once(() => ({ starts: sums(sections[3]), words: joinPlanes(sections[4], 3), capitals: joinPlanes(sections[5], 4) }));
  const hypernymLists = once(() => ({ starts: sums(sections[6]), synsets: joinPlanes(sections[7], 3) }));
  const exceptionTexts = sections.slice(8);
  const exceptionMaps = exceptionTexts.map((text) => once(() => exceptionLines(ascii.decode(text))));

  const wordAt = (index: number) => ascii.decode(wordBytes.subarray(wordStarts[index], wordStarts[index + 1] - 1));

  function find(lemma: string): number {
    const key = lemma.toLowerCase().replaceAll(' ', '_');
    let low = 0;
    let high = wordStarts.length - 2;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = compare(wordBytes, wordStarts[middle], wordStarts[middle + 1] - 1, key);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  function synsets(lemma: string, pos?: WordNetPos): number[] {
    const word = find(lemma);
    if (word < 0) return [];
    const from = 4 * word + (pos ? POS.indexOf(pos) : 0);
    const found: number[] = [];
    for (let i = senseStarts[from]; i < senseStarts[pos ? from + 1 : from + 4]; i++) found.push(plane3(senses, i));
    return found;
  }

  function has(lemma: string, pos?: WordNetPos): boolean {
    const word = find(lemma);
    if (word < 0 || !pos) return word >= 0;
    const from = 4 * word + POS.indexOf(pos);
    return senseStarts[from + 1] > senseStarts[from];
  }

  function exceptionTable(pos: WordNetPos): Map<string, string[]> {
    return new Map(Array.from(exceptionMaps[POS.indexOf(pos)](), ([form, bases]) => [form, bases.split(' ')]));
  }

  function exceptions(word: string, pos: WordNetPos): readonly string[] {
    const bases = exceptionMaps[POS.indexOf(pos)]().get(word);
    return bases === undefined ? [] : bases.split(' ');
  }

  function baseForms(word: string, pos: WordNetPos): string[] {
    const form = word.toLowerCase().replaceAll(' ', '_');
    const found = new Set(exceptions(form, pos).filter((base) => has(base, pos)));
    if (has(form, pos)) found.add(form);
    for (const base of detach(form, pos)) if (has(base, pos)) found.add(base);
    if (found.size === 0 && form.includes('_')) {
      const phrase = form
        .split('_')
        .map((part) => baseForms(part, pos)[0] ?? part)
        .join('_');
      if (has(phrase, pos)) found.add(phrase);
    }
    return [...found];
  }

  return {
    size: starts[4],
    synsets,
    has,
    exceptions,
    exceptionTable,
    baseForms,
    hypernyms(synset) {
      const { starts: from, synsets: list } = hypernymLists();
      return [...list.subarray(from[synset], from[synset + 1])];
    },
    words(synset) {
      const { starts: from, words, capitals } = memberLists();
      const forms: string[] = [];
      for (let i = from[synset]; i < from[synset + 1]; i++) forms.push(capitalize(wordAt(words[i]), capitals[i]));
      return forms;
    },
    pos(synset) {
      let pos = 0;
      while (pos < 3 && synset >= starts[pos + 1]) pos++;
      return POS[pos];
    },
  };
}

/** A header of 17 numbers: where the synsets of each part of speech start, and the lengths of the sections that follow. */
function readSections(raw: Uint8Array): { starts: number[]; sections: Uint8Array[] } {
  const numbers = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const header = Array.from({ length: 17 }, (_, i) => numbers.getUint32(4 * i, true));
  let at = 4 * header.length;
  const sections = header.slice(5).map((length) => {
    const section = raw.subarray(at, at + length);
    at += length;
    return section;
  });
  return { starts: header.slice(0, 5), sections };
}

/** Candidates of the detachment rules, before any look into the dictionary; "boxesful" is taken as "boxes" + "ful". */
function detach(form: string, pos: WordNetPos): string[] {
  if (pos === 'n' && form.endsWith('ful')) return detach(form.slice(0, -3), 'n').map((base) => `${base}ful`);
  if (pos === 'n' && (form.endsWith('ss') || form.length <= 2)) return [];
  const bases: string[] = [];
  for (const [ending, replacement] of DETACHMENTS[pos]) {
    if (form.endsWith(ending) && form.length > ending.length) bases.push(form.slice(0, form.length - ending.length) + replacement);
  }
  return bases;
}

/** Inflected form → its bases as they are written, of an exception list: `form base base…` on each line. */
function exceptionLines(text: string): Map<string, string> {
  const table = new Map<string, string>();
  for (const line of text.split('\n')) {
    const end = line.indexOf(' ');
    const form = line.slice(0, end);
    const earlier = table.get(form);
    table.set(form, earlier === undefined ? line.slice(end + 1) : `${earlier} ${line.slice(end + 1)}`);
  }
  return table;
}

function lineStarts(bytes: Uint8Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  let line = 1;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 10) starts[line++] = i + 1;
  starts[count] = bytes.length + 1;
  return starts;
}

/** Start of each group of a list of group sizes, and the end of the last. */
function sums(sizes: Uint8Array): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (let i = 0; i < sizes.length; i++) starts[i + 1] = starts[i] + sizes[i];
  return starts;
}

/** One number of a list of three bytes each, the lowest bytes of all numbers first. */
function plane3(bytes: Uint8Array, i: number): number {
  const count = bytes.length / 3;
  return bytes[i] | (bytes[count + i] << 8) | (bytes[2 * count + i] << 16);
}

/** Numbers of three or four bytes, the lowest bytes of all numbers first. */
function joinPlanes(bytes: Uint8Array, width: 3 | 4): Uint32Array {
  const count = bytes.length / width;
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = bytes[i] | (bytes[count + i] << 8) | (bytes[2 * count + i] << 16);
  if (width === 4) for (let i = 0; i < count; i++) numbers[i] |= bytes[3 * count + i] << 24;
  return numbers;
}

function compare(bytes: Uint8Array, start: number, end: number, key: string): number {
  const length = Math.min(end - start, key.length);
  for (let i = 0; i < length; i++) {
    const difference = bytes[start + i] - key.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return end - start - key.length;
}

function capitalize(word: string, mask: number): string {
  if (mask === 0) return word;
  let cased = '';
  for (let i = 0; i < word.length; i++) cased += i < 32 && (mask >>> i) & 1 ? word[i].toUpperCase() : word[i];
  return cased;
}
