/** The proof that no statement is in two splits (SituatedGen, section 4.4): by id and by text, with hashes to check it. */

import { sha256 } from '../../../files/index.ts';
import { plainWords } from '../plain-words.ts';
import type { SituatedGenExample } from '../row.ts';

export interface SplitProof {
  claim: string;
  holds: boolean;
  splits: Record<string, { examples: number; statements: number; idsSha256: string; textsSha256: string }>;
  /** Shared ids and shared texts of every two splits. */
  shared: { splits: [string, string]; ids: string[]; texts: string[] }[];
}

export function proveSplits(splits: Readonly<Record<string, readonly SituatedGenExample[]>>): SplitProof {
  const names = Object.keys(splits);
  const ids = Object.fromEntries(names.map((name) => [name, new Set(splits[name].flatMap((example) => example.ids))]));
  const texts = Object.fromEntries(
    names.map((name) => [name, new Set(splits[name].flatMap(({ statements }) => statements.map((text) => plainWords(text).trim())))]),
  );
  const shared = names.flatMap((first, i) =>
    names.slice(i + 1).map((second): SplitProof['shared'][number] => ({
      splits: [first, second],
      ids: [...ids[first]].filter((id) => ids[second].has(id)).sort(),
      texts: [...texts[first]].filter((text) => texts[second].has(text)).sort(),
    })),
  );
  const hash = (values: Set<string>) => sha256([...values].sort().join('\n'));
  return {
    claim: 'no statement id, and no statement text (case, inflection and punctuation aside), stands in two splits',
    holds: shared.every((pair) => pair.ids.length + pair.texts.length === 0),
    splits: Object.fromEntries(
      names.map((name) => [
        name,
        { examples: splits[name].length, statements: ids[name].size, idsSha256: hash(ids[name]), textsSha256: hash(texts[name]) },
      ]),
    ),
    shared,
  };
}
