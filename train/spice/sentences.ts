/** Writes the sentences whose parses SPICE's models learn from: `npx tsx train/spice/sentences.ts <folder> [--permissive]`. */
// single.txt, pairs.txt (two sentences in one line: answers without punctuation run on), held.txt and held-pairs.txt, which nothing learns from;
// the best come first, so that a part of a file is worth parsing. Then, for each, `java … edu.anu.spice.ParseCaptions < single.txt > single.jsonl` (oracles/spice).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../../packages/metrics/src/core/index.ts';
import { commonGenSets } from '../tagger/everyday.ts';
import { orderSentences } from './order-sentences.ts';
import { readPermissiveTexts } from './permissive-texts.ts';

/** Sets with so many sentences are held out: SPICE of each sentence against the others is the measure while training. */
const HELD_OUT = 4;
/** After so many captions comes one statement or fact. */
const CAPTIONS = 5;
/** Lines of two sentences with more words take the original too long. */
const LONGEST_PAIR = 18;

const [folder] = process.argv.slice(2).filter((each) => !each.startsWith('-'));
const permissive = process.argv.includes('--permissive');
const random = createRandom('sentences of SPICE');

const sets = permissive ? [] : commonGenSets();
const { own, statements, facts } = readPermissiveTexts();
const captions = permissive ? own : sets.filter((set) => set.length < HELD_OUT).flat();
const held = sets.filter((set) => set.length >= HELD_OUT).flat();

const withStop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
function pairsOf(texts: readonly string[]): string[] {
  const mixed = random.shuffle(texts);
  return Array.from({ length: mixed.length >> 1 }, (_, i) => `${withStop(mixed[2 * i])} ${withStop(mixed[2 * i + 1])}`);
}
const write = (name: string, texts: readonly string[]) =>
  writeFileSync(join(folder, name), texts.map((text) => `${text.replace(/\s+/g, ' ')}\n`).join(''));

const short = (text: string) => text.split(' ').length <= LONGEST_PAIR;

const others = random.shuffle([...statements, ...facts]);
const singles: string[] = [];
orderSentences(random.shuffle(captions)).forEach((text, i) => {
  singles.push(text);
  const other = others[Math.floor(i / CAPTIONS)];
  if (i % CAPTIONS === CAPTIONS - 1 && other !== undefined) singles.push(other);
});

mkdirSync(folder, { recursive: true });
write('single.txt', singles);
write('pairs.txt', random.shuffle([...pairsOf(captions), ...pairsOf(statements), ...pairsOf(facts)]).filter(short));
write('held.txt', held);
write('held-pairs.txt', pairsOf(held));
