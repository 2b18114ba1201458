/** Writes the file of a sparse model (packages/metrics/src/nlp/linear-models/sparse-model.ts), its weights rounded to one byte each. */
import { gzipSync } from 'node:zlib';
import { type ModelHeader, SPARSE_MAGIC, SPARSE_SCALE } from '../../packages/metrics/src/nlp/linear-models/sparse-model.ts';

export interface QuantizedFeature {
  key: number;
  entries: { cls: number; byte: number }[];
}

const { steps, smallest, ratio } = SPARSE_SCALE;
export const LARGEST_WEIGHT = smallest * ratio ** (steps - 1);

/** The byte whose value is nearest, on the scale, to a weight of at most LARGEST_WEIGHT; 0 for what rounds to nothing. */
export function quantize(weight: number): number {
  const size = Math.abs(weight);
  if (size < smallest / 2) return 0;
  const step = Math.min(steps, 1 + Math.max(0, Math.round(Math.log(size / smallest) / Math.log(ratio))));
  return weight < 0 ? 256 - step : step;
}

/** The bytes of a model file: the header, then gzipped keys as differences, numbers of entries, classes and weights, each kind together. */
export function encodeSparseModel(header: Omit<ModelHeader, 'features' | 'entries'>, features: readonly QuantizedFeature[]): Uint8Array {
  const sorted = [...features].sort((a, b) => (a.key >>> 0) - (b.key >>> 0));
  const entries = sorted.flatMap((feature) => feature.entries);
  const json = new TextEncoder().encode(JSON.stringify({ ...header, features: sorted.length, entries: entries.length }));
  const body = new Uint8Array(5 * sorted.length + 2 * entries.length);
  const [low, high] = [0, sorted.length];
  let last = 0;
  sorted.forEach(({ key, entries: own }, i) => {
    const difference = (key >>> 0) - last;
    last = key >>> 0;
    // Byte planes: the high bytes of the differences are mostly zero.
    body[low + i] = difference & 255;
    body[high + i] = (difference >>> 8) & 255;
    body[2 * sorted.length + i] = (difference >>> 16) & 255;
    body[3 * sorted.length + i] = difference >>> 24;
    body[4 * sorted.length + i] = own.length;
  });
  entries.forEach(({ cls, byte }, i) => {
    body[5 * sorted.length + i] = cls;
    body[5 * sorted.length + entries.length + i] = byte;
  });
  const packed = gzipSync(body, { level: 9 });
  const bytes = new Uint8Array(8 + json.length + packed.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, SPARSE_MAGIC, true);
  view.setUint32(4, json.length, true);
  bytes.set(json, 8);
  bytes.set(packed, 8 + json.length);
  return bytes;
}
