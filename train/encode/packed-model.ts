/** Writes the file of a packed model (packages/metrics/src/nlp/linear-models/packed-model.ts). */
import { PACKED_MAGIC, PACKED_RATIO } from '../../packages/metrics/src/nlp/linear-models/packed-model.ts';

export interface PackedFeature {
  key: number;
  entries: { cls: number; weight: number }[];
}

const LARGEST_STEP = 127;

function toByte(share: number): number {
  const step = LARGEST_STEP + Math.round(Math.log(Math.abs(share)) / Math.log(PACKED_RATIO));
  return step < 1 ? 0 : share < 0 ? step | 128 : step;
}

/** Weights below `least` of the largest one are dropped. */
export function packModel(features: readonly PackedFeature[], { least = 0 }: { least?: number } = {}): Uint8Array {
  let largest = 0;
  for (const { entries } of features) for (const { weight } of entries) largest = Math.max(largest, Math.abs(weight));
  const kept = features
    .map(({ key, entries }) => ({
      key: key >>> 0,
      entries: entries
        .filter(({ weight }) => Math.abs(weight) > least * largest)
        .map(({ cls, weight }) => ({ cls, byte: toByte(weight / largest) }))
        .filter(({ byte }) => (byte & 127) > 0)
        .sort((a, b) => a.cls - b.cls),
    }))
    .filter(({ entries }) => entries.length > 0)
    .sort((a, b) => a.key - b.key);
  const total = kept.reduce((sum, { entries }) => sum + entries.length, 0);
  const differences: number[] = [];
  let last = 0;
  for (const { key } of kept) {
    let rest = key - last;
    last = key;
    for (; rest > 127; rest = Math.floor(rest / 128)) differences.push((rest % 128) | 128);
    differences.push(rest);
  }
  const bytes = new Uint8Array(16 + differences.length + kept.length + 2 * total);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of [PACKED_MAGIC, kept.length, differences.length, total].entries()) view.setUint32(4 * i, value, true);
  bytes.set(differences, 16);
  let at = 16 + differences.length;
  for (const { entries } of kept) bytes[at++] = entries.length;
  for (const { entries } of kept) for (const { cls } of entries) bytes[at++] = cls;
  for (const { entries } of kept) for (const { byte } of entries) bytes[at++] = byte;
  return bytes;
}
