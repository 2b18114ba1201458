/** The proof that no statement and no keyword combination is in two splits (SituatedGen, section 4.4; first version, 3.2), with hashes. */

import { createHash } from 'node:crypto';
import { inBoth, type SortedTexts, sortTexts } from '../../../files/index.ts';
import { plainWords } from '../plain-words.ts';
import type { ExampleRows, SituatedGenExample } from '../row.ts';
import { combinationsOf, type UnseenFigures, unseenBySplit } from '../unseen.ts';

export interface SplitProof {
  claim: string;
  holds: boolean;
  splits: Record<string, { examples: number; statements: number; idsSha256: string; textsSha256: string; combinationsSha256: string }>;
  /** Shared ids and shared texts, for every two splits. */
  shared: { splits: [string, string]; ids: string[]; texts: string[] }[];
  /** Compositional generalization: new sentences have new combinations of keywords. */
  combinations: { claim: string; holds: boolean; shared: { splits: [string, string]; combinations: string[] }[] };
  /** Holds for datasets built with `unseen=keywords`, and rarely for others. */
  keywords: { claim: string; holds: boolean };
  /** The parts of the other splits that do not occur in train. */
  unseen: Record<string, UnseenFigures>;
}

export async function proveSplits(
  splits: Readonly<Record<string, ExampleRows>>,
  unseen: SplitProof['unseen'] = unseenBySplit(splits),
): Promise<SplitProof> {
  const names = Object.keys(splits);
  const sorted = async (of: (example: SituatedGenExample) => Iterable<string>) => {
    const lists: Record<string, SortedTexts> = {};
    for (const name of names) lists[name] = await sortTexts(each(splits[name], of));
    return lists;
  };
  const ids = await sorted((example) => example.ids);
  const texts = await sorted(({ statements }) => statements.map((text) => plainWords(text).trim()));
  const combinations = await sorted(combinationsOf);
  const two = names.flatMap((first, i) => names.slice(i + 1).map((second): [string, string] => [first, second]));
  const common = (lists: Readonly<Record<string, SortedTexts>>, [first, second]: readonly [string, string]) => [
    ...inBoth(lists[first], lists[second]),
  ];
  const shared = two.map((pair) => ({ splits: pair, ids: common(ids, pair), texts: common(texts, pair) }));
  const composed = two.map((pair) => ({ splits: pair, combinations: common(combinations, pair) }));
  const figures = Object.fromEntries(
    names.map((name) => [
      name,
      {
        examples: splits[name].length,
        statements: ids[name].length,
        idsSha256: hashLines(ids[name]),
        textsSha256: hashLines(texts[name]),
        combinationsSha256: hashLines(combinations[name]),
      },
    ]),
  );
  for (const lists of [ids, texts, combinations]) for (const list of Object.values(lists)) list.close();
  return {
    claim: 'no statement id, and no statement text (case, inflection and punctuation aside), stands in two splits',
    holds: shared.every((pair) => pair.ids.length + pair.texts.length === 0),
    splits: figures,
    shared,
    combinations: {
      claim: 'the keywords of one sentence (case, inflection and order aside) are those of no sentence in another split',
      holds: composed.every((pair) => pair.combinations.length === 0),
      shared: composed,
    },
    keywords: {
      claim: 'every example outside train has a keyword (case and inflection aside) that train does not have',
      holds: Object.values(unseen).every(({ examples }) => examples.combinations + examples.none === 0),
    },
    unseen,
  };
}

function* each(examples: ExampleRows, of: (example: SituatedGenExample) => Iterable<string>): Generator<string> {
  for (const example of examples) yield* of(example);
}

/** SHA-256 of the texts, one per line, without a final newline. */
function hashLines(texts: Iterable<string>): string {
  const hash = createHash('sha256');
  let first = true;
  for (const text of texts) {
    hash.update(first ? text : `\n${text}`);
    first = false;
  }
  return hash.digest('hex');
}
