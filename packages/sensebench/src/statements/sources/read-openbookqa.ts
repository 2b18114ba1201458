/** Reads the facts of OpenbookQA (Mihaylov et al., 2018), one per line: 1,326 in quotes and 5,167 crowdsourced. */
import { readLines } from '../../files/index.ts';
import { leftOut, type SourceReader, splitOf } from './source-reader.ts';

export const openbookQaReader: SourceReader = {
  name: 'openbookqa',
  layout: 'a text file with one fact per line, with or without quotation marks',
  licence: 'Apache-2.0',
  async *read(path, drop, { source = 'openbookqa', split = splitOf(path) } = {}) {
    let n = 0;
    for await (const { text: line } of readLines(path)) {
      const id = `${source}::${split}::${n++}`;
      const text = line
        .trim()
        .replace(/^"(.*)"$/s, '$1')
        .replace(/\s+/g, ' ')
        .trim();
      // The paper's 6,493 facts include a blank line, which is counted and left out here.
      if (text === '') drop(leftOut('empty line', id));
      else yield { id, source, split, kind: 'fact', text, licence: 'Apache-2.0' };
    }
  },
};
