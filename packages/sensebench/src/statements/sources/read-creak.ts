/** Reads CREAK (Onoe et al., 2021): true or false claims about entities; only true ones become statements (SituatedGen, appendix A.1). */
import { z } from 'zod';
import { readJsonl } from '../../files/index.ts';
import { leftOut, type SourceReader, splitOf } from './source-reader.ts';

const claimSchema = z.looseObject({ sentence: z.string(), label: z.enum(['true', 'false']).optional() });

export const creakReader: SourceReader = {
  name: 'creak',
  layout: 'JSON Lines with "sentence" and "label" (true or false)',
  licence: 'MIT',
  async *read(path, drop, { source = 'creak', split = splitOf(path) } = {}) {
    let n = 0;
    for await (const { value } of readJsonl(path, claimSchema)) {
      const id = `${source}::${split}::${n++}`;
      const text = value.sentence.trim();
      if (value.label === undefined) drop(leftOut('claim without label', id, text));
      else if (value.label === 'false') drop(leftOut('false claim', id, text));
      else yield { id, source, split, kind: 'claim', text, answer: true, licence: 'MIT' };
    }
  },
};
