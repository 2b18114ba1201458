/** Splits with distant references (Lin et al. 2020, sections 3.1 and 3.3): sampled concept-sets, each with some of its captions. */
import { z } from 'zod';
import { createRandom, defineStep, type LedgerRow, type Shard } from '../../../core/index.ts';
import type { CommonGenRow } from '../row.ts';
import { type CaptionConcepts, conceptFacts, type ExtractedConcepts, packConcepts } from './extract-concepts.ts';
import type { ScoredSet } from './score-concept-sets.ts';
import { createSentenceIndex } from './sentence-index.ts';
import { splitSets, UNSEEN } from './split-sets.ts';

/** Dev and test take at most this share of the sets of a size: the rest is what train can be made of. */
const HELD_SHARE = 0.05;

const sizesSchema = z.record(z.string(), z.number());

const optionsSchema = z.object({
  sizes: z.object({ train: sizesSchema, dev: sizesSchema, test: sizesSchema }),
  unseen: z.enum(UNSEEN),
  /** Captions that serve as references of a set, at most. */
  perSet: z.number(),
  seed: z.number(),
});
export type SplitStepOptions = z.infer<typeof optionsSchema>;

export interface SplitRow {
  split: 'train' | 'dev' | 'test';
  row: CommonGenRow;
}

/** Reads the captions with their concepts, and the scored sets. */
export const splitStep = defineStep({
  name: 'split',
  version: 1,
  options: optionsSchema,
  over: 'all',
  run(shards: readonly Shard<CaptionConcepts | ScoredSet>[], options): Shard<SplitRow> {
    const rows = shards.flatMap((shard) => shard.rows);
    const extracted = packConcepts(
      rows.filter((row) => 'caption' in row),
      conceptFacts(shards[0]?.facts),
    );
    return splitWithReferences(
      extracted,
      rows.filter((row) => 'score' in row),
      options,
    );
  },
});

function splitWithReferences(
  extracted: ExtractedConcepts,
  scored: readonly ScoredSet[],
  { sizes, unseen, perSet, seed }: SplitStepOptions,
): Shard<SplitRow> {
  const available = (size: number) => scored.filter(({ concepts }) => concepts.length === size).length;
  const atMost = (wanted: Readonly<Record<number, number>>) =>
    Object.fromEntries(
      Object.entries(wanted).map(([size, count]) => [size, Math.min(count, Math.floor(HELD_SHARE * available(Number(size))))]),
    );
  const { train, dev, test, dropped } = splitSets(scored, {
    unseen,
    seed,
    train: sizes.train,
    dev: atMost(sizes.dev),
    test: atMost(sizes.test),
  });
  const sentencesOf = createSentenceIndex(extracted);
  const held = new Set<number>();
  const toRow = (set: ScoredSet, fresh: (sentence: number) => boolean): { row: CommonGenRow; chosen: number[] } => {
    const concepts = set.concepts.map((concept) => extracted.words[concept]);
    const random = createRandom(`${seed}/references/${concepts.join('#')}`);
    const all = sentencesOf(set.concepts);
    const left = all.filter(fresh);
    const chosen = random.sample(left.length > 0 ? left : all, perSet).sort((a, b) => a - b);
    return { row: { concept_set: concepts.join('#'), scene: chosen.map((sentence) => extracted.captions[sentence]) }, chosen };
  };
  const heldRow = (set: ScoredSet): CommonGenRow => {
    const { row, chosen } = toRow(set, () => true);
    for (const sentence of chosen) held.add(sentence);
    return row;
  };
  const heldRows = [
    ...dev.map((set): SplitRow => ({ split: 'dev', row: heldRow(set) })),
    ...test.map((set): SplitRow => ({ split: 'test', row: heldRow(set) })),
  ];
  // A caption that is a reference of dev or test is one of train only where a training set has no other.
  const trainRows = train.map((set): SplitRow => ({ split: 'train', row: toRow(set, (sentence) => !held.has(sentence)).row }));
  const name = (row: LedgerRow): LedgerRow => ({
    ...row,
    ids: row.ids.map((id) =>
      id
        .split('#')
        .map((concept) => extracted.words[Number(concept)])
        .join('#'),
    ),
  });
  return { rows: [...trainRows, ...heldRows], dropped: dropped.map(name) };
}
