/** The proof that no statement and no keyword combination is in two splits (SituatedGen, section 4.4; first version, 3.2), with hashes. */

import { sha256 } from '../../../files/index.ts';
import { plainWords } from '../plain-words.ts';
import type { SituatedGenExample } from '../row.ts';
import { combinationsOf, type UnseenFigures, unseenBySplit } from '../unseen.ts';

export interface SplitProof {
  claim: string;
  holds: boolean;
  splits: Record<string, { examples: number; statements: number; idsSha256: string; textsSha256: string; combinationsSha256: string }>;
  /** Shared ids and shared texts of every two splits. */
  shared: { splits: [string, string]; ids: string[]; texts: string[] }[];
  /** Compositional generalization: new sentences are made of new combinations of keywords. */
  combinations: { claim: string; holds: boolean; shared: { splits: [string, string]; combinations: string[] }[] };
  /** Holds of a dataset that was built with `--unseen keywords`, rarely of others. */
  keywords: { claim: string; holds: boolean };
  /** What train does not have of the other splits. */
  unseen: Record<string, UnseenFigures>;
}

export function proveSplits(splits: Readonly<Record<string, readonly SituatedGenExample[]>>): SplitProof {
  const names = Object.keys(splits);
  const ids = Object.fromEntries(names.map((name) => [name, new Set(splits[name].flatMap((example) => example.ids))]));
  const texts = Object.fromEntries(
    names.map((name) => [name, new Set(splits[name].flatMap(({ statements }) => statements.map((text) => plainWords(text).trim())))]),
  );
  const combinations = Object.fromEntries(names.map((name) => [name, new Set(splits[name].flatMap(combinationsOf))]));
  const two = names.flatMap((first, i) => names.slice(i + 1).map((second): [string, string] => [first, second]));
  const inBoth = (sets: Readonly<Record<string, ReadonlySet<string>>>, [first, second]: readonly [string, string]) =>
    [...sets[first]].filter((value) => sets[second].has(value)).sort();
  const shared = two.map((pair) => ({ splits: pair, ids: inBoth(ids, pair), texts: inBoth(texts, pair) }));
  const composed = two.map((pair) => ({ splits: pair, combinations: inBoth(combinations, pair) }));
  const unseen = unseenBySplit(splits);
  const hash = (values: Set<string>) => sha256([...values].sort().join('\n'));
  return {
    claim: 'no statement id, and no statement text (case, inflection and punctuation aside), stands in two splits',
    holds: shared.every((pair) => pair.ids.length + pair.texts.length === 0),
    splits: Object.fromEntries(
      names.map((name) => [
        name,
        {
          examples: splits[name].length,
          statements: ids[name].size,
          idsSha256: hash(ids[name]),
          textsSha256: hash(texts[name]),
          combinationsSha256: hash(combinations[name]),
        },
      ]),
    ),
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
