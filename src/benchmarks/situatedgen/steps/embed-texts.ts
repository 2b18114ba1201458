/** Embeds texts through the step cache: each distinct text once, in chunks cut from one order, so that a build gives the same vectors however often it was stopped. */

import type { StepRunner } from '../../../build/steps/index.ts';
import { type ActionContext, SetupError, type Tools } from '../../../core/index.ts';

const CHUNK = 256;

export interface Vectors {
  vectors: Float32Array;
  dimensions: number;
}

export async function embedTexts(
  texts: readonly string[],
  { embedder }: Pick<Tools, 'embedder'>,
  { runner, context }: { runner: StepRunner; context: Pick<ActionContext, 'progress' | 'signal'> },
): Promise<Vectors> {
  if (!embedder) throw new SetupError('no sentence encoder is installed', 'npm install onnxruntime-node');
  const distinct = [...new Set(texts)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const bar = context.progress('embedding', distinct.length);
  const { id, dimensions } = embedder;
  const found = await runner
    .runVectors({
      name: 'embed',
      version: 1,
      options: { embedder: id },
      items: distinct,
      size: CHUNK,
      compute: (chunk) => embedder.embed(chunk, { signal: context.signal }),
      onProgress: (done) => bar.update(done),
    })
    .finally(() => bar.stop());
  const place = new Map(distinct.map((text, index) => [text, index]));
  const vectors = new Float32Array(texts.length * dimensions);
  texts.forEach((text, row) => {
    const from = (place.get(text) ?? 0) * dimensions;
    vectors.set(found.subarray(from, from + dimensions), row * dimensions);
  });
  return { vectors, dimensions };
}
