/** The mean of models that were trained on the same examples in another order: their mistakes differ, and what they agree on stays. */
import { gzipSync } from 'node:zlib';
import { type PackedFeature, packModel } from '../../src/nlp/linear-models/packed-model.ts';

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

const HALVINGS = 8;

/** Drops the smallest weights, as few as a gzipped model of at most `limit` bytes allows. */
export function packWithin(features: readonly PackedFeature[], limit: number): { bytes: Uint8Array; packed: Buffer; least: number } {
  const pack = (least: number) => {
    const bytes = packModel(features, { least });
    return { bytes, packed: gzipSync(bytes, { level: 9 }), least };
  };
  const whole = pack(0);
  if (whole.packed.length <= limit) return whole;
  let low = 1e-4;
  let high = 1;
  let best = pack(high);
  for (let step = 0; step < HALVINGS; step++) {
    const tried = pack(Math.sqrt(low * high));
    if (tried.packed.length > limit) low = tried.least;
    else {
      high = tried.least;
      best = tried;
    }
  }
  return best;
}
