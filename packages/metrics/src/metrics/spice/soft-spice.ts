/** Soft SPICE (ours, after Anderson et al. 2016): scene-graph tuples compared by the cosine of their sentence vectors. */
import { type Embedder, type Measure, SetupError } from '../../core/index.ts';
import { meanOf } from '../text/mean-of.ts';
import { createSpice, type SpiceContext } from './spice.ts';

/** Phrases whose vectors are kept: about 75 MB with MiniLM. */
const MOST_KEPT = 50_000;

export interface SoftSpiceContext {
  spice: SpiceContext;
  embedder: Embedder;
  vectors: Map<string, Float32Array>;
}

export interface SoftSpiceStats {
  precision: number;
  recall: number;
}

export function createSoftSpice(): Measure<SoftSpiceStats, SoftSpiceContext> {
  const spice = createSpice();
  return {
    async prepare(inputs, tools) {
      if (!tools.embedder) throw new SetupError('soft SPICE needs an embedder', 'hand in one as tools.embedder');
      return { spice: (await spice.prepare?.(inputs, tools)) as SpiceContext, embedder: tools.embedder, vectors: new Map() };
    },
    signature: ({ spice: own, embedder }) =>
      `softSpice|${spice.signature(own).replace(/^spice\|/, '')}|match:cosine,same-size|model:${embedder.id}`,
    async segment(input, context) {
      const { candidate, reference } = await spice.segment(input, context.spice);
      const own = candidate.map(({ tuple }) => tuple);
      const vectorOf = await embed([...own, ...reference], context);
      return { precision: meanNearest(own, reference, vectorOf), recall: meanNearest(reference, own, vectorOf) };
    },
    score: (stats) => ({
      softSpice: meanOf(
        stats.map(({ precision, recall }) => (precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0)),
      ),
    }),
  };
}

/** The mean over tuples of the highest cosine with one of the others that has as many words; 0 where there is none. */
function meanNearest(
  tuples: readonly string[][],
  others: readonly string[][],
  vectorOf: (tuple: readonly string[]) => Float32Array,
): number {
  const nearest = tuples.map((tuple) =>
    others.reduce((best, other) => (other.length === tuple.length ? Math.max(best, product(vectorOf(tuple), vectorOf(other))) : best), 0),
  );
  return meanOf(nearest) ?? 0;
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  // Rounding may leave a vector at 1.0000001 of itself.
  return Math.min(sum, 1);
}

/** An attribute comes before its object in English: (dog, brown) is read as "brown dog". Merged words are read by the first. */
function phraseOf(tuple: readonly string[]): string {
  const words = tuple.map((name) => name.split('/')[0]);
  return (words.length === 2 ? words.reverse() : words).join(' ');
}

async function embed(
  tuples: readonly string[][],
  { embedder, vectors }: SoftSpiceContext,
): Promise<(tuple: readonly string[]) => Float32Array> {
  const phrases = new Set(tuples.map(phraseOf));
  if (vectors.size + phrases.size > MOST_KEPT) vectors.clear();
  const unknown = [...phrases].filter((phrase) => !vectors.has(phrase));
  if (unknown.length > 0) {
    const rows = await embedder.embed(unknown);
    for (const [i, phrase] of unknown.entries()) vectors.set(phrase, rows.slice(i * embedder.dimensions, (i + 1) * embedder.dimensions));
  }
  return (tuple) => vectors.get(phraseOf(tuple)) ?? new Float32Array(embedder.dimensions);
}
