/** Splits (Lin et al. 2020, sections 3.1 and 3.3): sampled concept-sets with captions as references; written sets for dev and test. */
import { z } from 'zod';
import { defineStep, type LedgerRow, type Shard } from '../../../core/index.ts';
import { type CommonGenRow, conceptsOf } from '../row.ts';
import { chooseReferences, type Split } from './choose-references.ts';
import { type CaptionConcepts, conceptFacts, type ExtractedConcepts, packConcepts } from './extract-concepts.ts';
import type { ScoredSet } from './score-concept-sets.ts';
import { createSentenceIndex } from './sentence-index.ts';
import { splitSets, UNSEEN } from './split-sets.ts';
import { splitWritten } from './split-written.ts';

/** Dev and test take at most this share of the sets of a size: the rest is what train can be made of. */
const HELD_SHARE = 0.05;

const sizesSchema = z.record(z.string(), z.number());

const optionsSchema = z.object({
  sizes: z.object({ train: sizesSchema, dev: sizesSchema, test: sizesSchema }),
  unseen: z.enum(UNSEEN),
  /** Captions that serve as references of a set, at most. */
  perSet: z.number(),
  /** Sets that a caption serves, at most. */
  perCaption: z.number(),
  /** Captions that a drawn set of dev or test needs. */
  least: z.number(),
  seed: z.number(),
});
export type SplitStepOptions = z.infer<typeof optionsSchema>;

export interface SplitRow {
  split: Split;
  row: CommonGenRow;
}

/** Reads the captions with their concepts, the scored sets, and the sets that people wrote for, where there are any. */
export const splitStep = defineStep({
  name: 'split',
  version: 2,
  options: optionsSchema,
  over: 'all',
  run(shards: readonly Shard<CaptionConcepts | ScoredSet | CommonGenRow>[], options): Shard<SplitRow> {
    const rows = shards.flatMap((shard) => shard.rows);
    const extracted = packConcepts(
      rows.filter((row): row is CaptionConcepts => 'caption' in row),
      conceptFacts(shards[0]?.facts),
    );
    return splitWithReferences(
      extracted,
      rows.filter((row): row is ScoredSet => 'score' in row),
      rows.filter((row): row is CommonGenRow => 'scene' in row),
      options,
    );
  },
});

function splitWithReferences(
  extracted: ExtractedConcepts,
  scored: readonly ScoredSet[],
  written: readonly CommonGenRow[],
  { sizes, unseen, seed, ...limits }: SplitStepOptions,
): Shard<SplitRow> {
  const { words, captions } = extracted;
  const numberOf = new Map(words.map((word, number) => [word, number]));
  const given = splitWritten(written, { ...sizes, seed });
  const drawn = written.length > 0 ? { dev: {}, test: {} } : { dev: atMost(sizes.dev, scored), test: atMost(sizes.test, scored) };
  const { dropped, ...sets } = splitSets(scored, {
    unseen,
    seed,
    train: sizes.train,
    ...drawn,
    written: [...given.dev, ...given.test].map((row) => conceptsOf(row).map((concept) => numberOf.get(concept) ?? concept)),
  });
  const nameOf = ({ concepts }: ScoredSet) => concepts.map((concept) => words[concept]).join('#');
  const references = chooseReferences(sets, { sentencesOf: createSentenceIndex(extracted), nameOf, seed, ...limits });
  const rowsOf = (split: Split): SplitRow[] =>
    sets[split].flatMap((set) => {
      const chosen = references.chosen.get(set);
      return chosen ? [{ split, row: { concept_set: nameOf(set), scene: chosen.map((sentence) => captions[sentence]) } }] : [];
    });
  const writtenRows = (['dev', 'test'] as const).flatMap((split) => given[split].map((row): SplitRow => ({ split, row })));
  const name = (row: LedgerRow): LedgerRow => ({
    ...row,
    ids: row.ids.map((id) =>
      id
        .split('#')
        .map((concept) => words[Number(concept)])
        .join('#'),
    ),
  });
  return {
    rows: [...rowsOf('train'), ...rowsOf('dev'), ...rowsOf('test'), ...writtenRows],
    dropped: [...given.dropped, ...dropped.map(name), ...references.dropped],
  };
}

/** The wanted sizes, as far as the sets that were found allow. */
function atMost(wanted: Readonly<Record<string, number>>, scored: readonly ScoredSet[]): Record<string, number> {
  const available = (size: string) => scored.filter(({ concepts }) => concepts.length === Number(size)).length;
  return Object.fromEntries(
    Object.entries(wanted).map(([size, count]) => [size, Math.min(count, Math.floor(HELD_SHARE * available(size)))]),
  );
}
