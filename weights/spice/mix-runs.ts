/** The mean of models that were trained on the same examples in another order: their mistakes differ, and what they agree on stays. */
import { gzipSync } from 'node:zlib';
import { type PackedFeature, packModel } from '../../src/nlp/packed-model.ts';

export function mixRuns(runs: readonly (readonly PackedFeature[])[]): PackedFeature[] {
  const mixed = new Map<number, Map<number, number>>();
  for (const features of runs) {
    for (const { key, entries } of features) {
      const sums = mixed.get(key) ?? new Map<number, number>();
      for (const { cls, weight } of entries) sums.set(cls, (sums.get(cls) ?? 0) + weight / runs.length);
      mixed.set(key, sums);
    }
  }
  return Array.from(mixed, ([key, sums]) => ({ key, entries: Array.from(sums, ([cls, weight]) => ({ cls, weight })) }));
}

/** Drops the smallest weights until the gzipped model is no larger than `limit` bytes. */
export function packWithin(features: readonly PackedFeature[], limit: number): { bytes: Uint8Array; packed: Buffer; least: number } {
  for (let least = 0.0005; ; least *= 1.15) {
    const bytes = packModel(features, { least });
    const packed = gzipSync(bytes, { level: 9 });
    if (packed.length <= limit) return { bytes, packed, least };
  }
}
