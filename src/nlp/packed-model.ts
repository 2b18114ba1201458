/** The file form of a sparse linear model: sorted feature keys as differences, then class counts, classes and 8-bit weights, each in a plane of its own so that gzip finds its patterns. */
import { SetupError } from '../core/errors.ts';
import { SparseModel } from './sparse-model.ts';

export interface PackedFeature {
  key: number;
  entries: { cls: number; weight: number }[];
}

const MAGIC = 0x31_4d_50_53;

/** Weights are scaled so that the largest few are cut at 127; those that then round below `least` are dropped. */
export function packModel(
  features: readonly PackedFeature[],
  { clipped = 0.0005, least = 1 }: { clipped?: number; least?: number } = {},
): Uint8Array {
  const sizes = Float64Array.from(features.flatMap(({ entries }) => entries.map(({ weight }) => Math.abs(weight)))).sort();
  const scale = 127 / (sizes[Math.floor((sizes.length - 1) * (1 - clipped))] || 1);
  const kept = features
    .map(({ key, entries }) => ({
      key: key >>> 0,
      entries: entries
        .map(({ cls, weight }) => ({ cls, weight: Math.max(-127, Math.min(127, Math.round(weight * scale))) }))
        .filter(({ weight }) => Math.abs(weight) >= least)
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
  for (const [i, value] of [MAGIC, kept.length, differences.length, total].entries()) view.setUint32(4 * i, value, true);
  bytes.set(differences, 16);
  let at = 16 + differences.length;
  for (const { entries } of kept) bytes[at++] = entries.length;
  for (const { entries } of kept) for (const { cls } of entries) bytes[at++] = cls;
  for (const { entries } of kept) for (const { weight } of entries) bytes[at++] = weight & 255;
  return bytes;
}

export function unpackModel(bytes: Uint8Array, kind: string, labels: string[]): SparseModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 16 || view.getUint32(0, true) !== MAGIC) throw new SetupError(`the ${kind} weights are not a packed model`);
  const [count, keyBytes, total] = [4, 8, 12].map((offset) => view.getUint32(offset, true));
  const countsAt = 16 + keyBytes;
  const classesAt = countsAt + count;
  const weightsAt = classesAt + total;
  if (bytes.length !== weightsAt + total) throw new SetupError(`the ${kind} weights are cut short`);
  const capacity = 16 + Math.ceil(count / 0.6);
  const slots = new Int32Array(2 * capacity);
  const entries = new Uint8Array(2 * total);
  for (let i = 0; i < total; i++) {
    entries[2 * i] = bytes[classesAt + i];
    entries[2 * i + 1] = bytes[weightsAt + i];
  }
  let key = 0;
  let at = 16;
  let first = 0;
  for (let i = 0; i < count; i++) {
    let unit = 1;
    for (; bytes[at] > 127; unit *= 128) key += (bytes[at++] & 127) * unit;
    key += bytes[at++] * unit;
    let slot = (key * (capacity / 4294967296)) | 0;
    while (slots[2 * slot] !== 0) slot = slot + 1 === capacity ? 0 : slot + 1;
    slots[2 * slot] = key | 0;
    slots[2 * slot + 1] = (first << 8) | bytes[countsAt + i];
    first += bytes[countsAt + i];
  }
  return new SparseModel({ kind, labels, slots: slots.length, entries: entries.length }, slots, entries);
}
