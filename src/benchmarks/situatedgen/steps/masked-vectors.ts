/** Vectors of masked statements in the order of the statements: each distinct text was embedded once, in another order. */
import { fileVectors, type VectorBlocks } from '../../../build/pairs/index.ts';
import { readRows } from '../../../build/steps/index.ts';
import type { ShardReader } from '../../../core/index.ts';
import { createRowFile, createTextNumbers, openScratch, type RowFile } from '../../../files/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { maskKeywords } from './mask-keywords.ts';

export interface MaskedVectors {
  /** Those of the statements first, then those of the crowd. */
  vectors: VectorBlocks;
  /** The masked texts in the same order. */
  texts: RowFile<string>;
  close(): void;
}

export interface MaskedInput {
  statements: ShardReader<Statement>;
  /** Texts that are in the way of others and have no partners themselves. */
  crowd: ShardReader<string>;
  /** Distinct texts with their vectors; of two vectors of a text the first counts. */
  texts: ShardReader<string>;
}

export async function openMaskedVectors({ statements, crowd, texts: embedded }: MaskedInput): Promise<MaskedVectors> {
  const byText = openScratch();
  const ordered = openScratch();
  const texts = createRowFile<string>();
  const numbers = createTextNumbers();
  let dimensions = 0;
  for (const place of embedded.sizes.keys()) {
    const { rows, vectors } = await embedded.read(place);
    if (!vectors || rows.length === 0) continue;
    dimensions = vectors.length / rows.length;
    for (const [i, text] of rows.entries()) {
      if (numbers.add(text) === byText.size / bytesOf(dimensions))
        byText.append(bytes(vectors.subarray(i * dimensions, (i + 1) * dimensions)));
    }
  }
  const known = fileVectors(byText, dimensions);
  const add = (text: string) => {
    const number = numbers.find(text);
    if (number < 0) throw new Error(`"${text}" was not embedded`);
    ordered.append(bytes(known.rows(number, number + 1)));
    texts.add(text);
  };
  try {
    for await (const { text, keywords = [] } of readRows(statements)) add(maskKeywords(text, keywords));
    for await (const text of readRows(crowd)) add(text);
  } finally {
    byText.close();
  }
  return {
    vectors: fileVectors(ordered, dimensions),
    texts,
    close() {
      ordered.close();
      texts.close();
    },
  };
}

function bytesOf(dimensions: number): number {
  return dimensions * Float32Array.BYTES_PER_ELEMENT;
}

function bytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
