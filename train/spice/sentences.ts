/** Writes the sentences whose parses SPICE's models learn from: `npx tsx train/spice/sentences.ts <folder> [--permissive]`. */
// single.txt, pairs.txt (two sentences in one line: answers without punctuation run on) and held.txt, which nothing learns from;
// then, for each, `java … edu.anu.spice.ParseCaptions < single.txt > single.jsonl` (oracles/spice).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../../src/core/index.ts';
import { dataPath, readSilver } from '../corpora.ts';
import { commonGenSets, readOwnTexts } from '../tagger/everyday.ts';

/** Sets with so many sentences are held out: SPICE of each sentence against the others is the measure while training. */
const HELD_OUT = 4;
/** Statements of more words are left out. */
const LONGEST = 22;

const [folder] = process.argv.slice(2).filter((each) => !each.startsWith('-'));
const permissive = process.argv.includes('--permissive');
const random = createRandom('sentences of SPICE');

const sets = permissive ? [] : commonGenSets();
const captions = permissive ? readOwnTexts() : sets.filter((set) => set.length < HELD_OUT).flat();
const statements = readSilver()
  .filter(({ source, tokens }) => source !== 'ud-ewt' && tokens.length <= LONGEST)
  .map(({ text }) => text);
const facts = ['openbook', 'crowdsourced-facts'].flatMap((file) =>
  readFileSync(dataPath(`openbookqa/${file}.txt`), 'utf8')
    .split('\n')
    .map((line) => line.trim().replace(/^"|"$/g, ''))
    .filter((line) => line !== ''),
);

const withStop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
function pairsOf(texts: readonly string[]): string[] {
  const mixed = random.shuffle(texts);
  return Array.from({ length: mixed.length >> 1 }, (_, i) => `${withStop(mixed[2 * i])} ${withStop(mixed[2 * i + 1])}`);
}
const write = (name: string, texts: readonly string[]) =>
  writeFileSync(join(folder, name), texts.map((text) => `${text.replace(/\s+/g, ' ')}\n`).join(''));

mkdirSync(folder, { recursive: true });
write('single.txt', random.shuffle([...captions, ...statements, ...facts]));
write('pairs.txt', random.shuffle([...pairsOf(captions), ...pairsOf(statements), ...pairsOf(facts)]));
write('held.txt', sets.filter((set) => set.length >= HELD_OUT).flat());
