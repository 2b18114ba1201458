/** Reads the sentences of running text that can stand alone, each with its document and position. */
import { DOCUMENT_LAYOUT, readSentences } from '../text/index.ts';
import { type SourceReader, splitOf } from './source-reader.ts';

export const textReader: SourceReader = {
  name: 'text',
  layout: DOCUMENT_LAYOUT,
  licence: 'unknown',
  async *read(path, drop, { source = 'text', split = splitOf(path) } = {}) {
    const idOf = (number: string) => `${source}::${split}::${number}`;
    for await (const sentence of readSentences(path, drop, { idOf })) {
      if (!sentence) yield undefined;
      else {
        const { number, text, document, offset } = sentence;
        yield { id: idOf(number), source, split, kind: 'sentence', text, provenance: { document, offset: String(offset) } };
      }
    }
  },
};
