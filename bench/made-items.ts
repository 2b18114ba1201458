/** Writes any number of CommonGen items and predictions, made of the word pairs of the starter corpus: they read oddly, but repeat n-grams as text does. */

import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, type Random } from '../packages/metrics/src/core/index.ts';

const REFERENCES = 3;
const MOST_WORDS = 16;

export interface MadeItems {
  dataset: string;
  predictions: string;
}

export async function writeMadeItems(folder: string, count: number): Promise<MadeItems> {
  const made: MadeItems = { dataset: join(folder, `items-${count}.jsonl`), predictions: join(folder, `predictions-${count}.jsonl`) };
  const random = createRandom(`items/${count}`);
  const next = readPairs();
  const files = [createWriteStream(made.dataset), createWriteStream(made.predictions)];
  for (let id = 0; id < count; id++) {
    const scene = Array.from({ length: REFERENCES }, () => sentence(next, random));
    const concepts = new Set(scene[0].match(/[a-z]{4,}/g)?.slice(0, 4) ?? ['thing']);
    const rows = [
      { concept_set: [...concepts].join('#'), scene },
      { id: String(id), prediction: sentence(next, random) },
    ];
    for (const [i, row] of rows.entries()) if (!files[i].write(`${JSON.stringify(row)}\n`)) await once(files[i], 'drain');
  }
  await Promise.all(files.map((file) => new Promise<void>((resolve) => file.end(resolve))));
  return made;
}

/** By word, what follows it in the corpus; the empty word stands before the first and behind the last. */
function readPairs(): Map<string, string[]> {
  const next = new Map<string, string[]>();
  const lines = readFileSync(new URL('../corpus/captions/captions.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  for (const line of lines) {
    let before = '';
    for (const word of [...line.split(/\s+/), '']) {
      const list = next.get(before);
      if (list) list.push(word);
      else next.set(before, [word]);
      before = word;
    }
  }
  return next;
}

function sentence(next: ReadonlyMap<string, readonly string[]>, random: Random): string {
  const words: string[] = [];
  for (let word = ''; words.length < MOST_WORDS; words.push(word)) {
    const list = next.get(word) ?? [''];
    word = list[random.below(list.length)];
    if (word === '') break;
  }
  return words.join(' ');
}
