/** Facts and embeddings of statements for the model of contrast: each text is analysed once, each distinct form embedded once. */
import { type Analysis, type Embedder, SetupError, type TextEntity } from '@sensebench/metrics/internal/core';
import { isContinent } from '../pairs/places.ts';
import type { DescribedStatement } from './pair-features.ts';
import { type FactReader, type StatementFacts, TEXTS, textsOf } from './statement-facts.ts';

/** Texts that are embedded together. */
const BATCH = 256;

export interface StatementReading {
  facts: StatementFacts;
  vectors: DescribedStatement['vectors'];
}

export interface ReadingTools {
  reader: FactReader;
  embedder: Embedder | undefined;
  signal?: AbortSignal;
}

export interface AnalysedText {
  /** Parsed. */
  analysis: Analysis;
  /** Instead of those of the analysis. */
  entities?: readonly TextEntity[];
}

export async function readStatements(
  texts: readonly AnalysedText[],
  { reader, embedder, signal }: ReadingTools,
): Promise<StatementReading[]> {
  if (!embedder) throw new SetupError('no sentence encoder is installed', 'npm install --ignore-scripts onnxruntime-node@1.30.0');
  const read = texts.map(({ analysis: { text, tokens, entities: found }, entities = found }) => {
    const placed = entities.map((entity) =>
      entity.type === 'LOC' && isContinent(entity.text) ? { ...entity, type: 'GPE' as const } : entity,
    );
    return { facts: reader.read(text, tokens, placed), forms: textsOf(text, tokens, placed) };
  });
  const wanted = [...new Set(read.flatMap(({ forms }) => TEXTS.map((name) => forms[name])))].sort(
    (a, b) => a.length - b.length || (a < b ? -1 : 1),
  );
  const { dimensions } = embedder;
  const vectors = new Map<string, Float32Array>();
  for (let from = 0; from < wanted.length; from += BATCH) {
    const batch = wanted.slice(from, from + BATCH);
    const rows = await embedder.embed(batch, { signal });
    for (const [i, text] of batch.entries()) vectors.set(text, rows.slice(i * dimensions, (i + 1) * dimensions));
  }
  const vectorOf = (text: string) => vectors.get(text) ?? new Float32Array(dimensions);
  return read.map(({ facts, forms }) => ({
    facts,
    vectors: {
      whole: vectorOf(forms.whole),
      masked: vectorOf(forms.masked),
      placeless: vectorOf(forms.placeless),
      situation: vectorOf(forms.situation),
    },
  }));
}
