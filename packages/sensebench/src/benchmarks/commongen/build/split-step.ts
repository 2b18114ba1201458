/** Splits (Lin et al. 2020, sections 3.1 and 3.3): sampled concept-sets with captions as references, and written sets for dev and test. */

import { createRandom, defineStep, type LedgerRow, type Shard } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { type CommonGenRow, conceptsOf } from '../item.ts';
import { chooseReferences, type Split } from './choose-references.ts';
import { type CaptionConcepts, conceptFacts, type ExtractedConcepts, packConcepts } from './extract-concepts.ts';
import type { ConceptSentences } from './mine-concept-sets.ts';
import type { ScoredSet } from './score-concept-sets.ts';
import { splitSets, UNSEEN } from './split-sets.ts';

/** Dev and test take at most this share of the sets of a size, which leaves the rest for train. */
const HELD_SHARE = 0.05;

const sizesSchema = z.record(z.string(), z.number());

const optionsSchema = z.object({
  sizes: z.object({ train: sizesSchema, dev: sizesSchema, test: sizesSchema }),
  unseen: z.enum(UNSEEN),
  /** The most captions used as references of a set. */
  perSet: z.number(),
  /** The most sets that use a caption. */
  perCaption: z.number(),
  /** The fewest captions of a drawn set in dev or test. */
  least: z.number(),
  seed: z.number(),
});
export type SplitStepOptions = z.infer<typeof optionsSchema>;

export interface SplitRow {
  split: Split;
  row: CommonGenRow;
}

/** Reads the captions with their concepts, the scored sets, and the sets with references by people, if there are any. */
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

/** The requested numbers of sets, limited by the sets that exist. */
function atMost(wanted: Readonly<Record<string, number>>, scored: readonly ScoredSet[]): Record<string, number> {
  const available = (size: string) => scored.filter(({ concepts }) => concepts.length === Number(size)).length;
  return Object.fromEntries(
    Object.entries(wanted).map(([size, count]) => [size, Math.min(count, Math.floor(HELD_SHARE * available(size)))]),
  );
}

/** Finds the sentences of any set by intersecting those of its concepts, the rarest first. */
export function createSentenceIndex({ concepts, starts, vocabulary }: ConceptSentences): (set: readonly number[]) => number[] {
  const counts = new Int32Array(vocabulary + 1);
  for (const concept of concepts) counts[concept + 1]++;
  for (let i = 0; i < vocabulary; i++) counts[i + 1] += counts[i];
  const next = counts.slice();
  const sentences = new Int32Array(concepts.length);
  for (let s = 0; s + 1 < starts.length; s++) for (let i = starts[s]; i < starts[s + 1]; i++) sentences[next[concepts[i]]++] = s;
  const of = (concept: number) => sentences.subarray(counts[concept], counts[concept + 1]);
  return (set) => {
    const [first, ...rest] = set.map(of).sort((a, b) => a.length - b.length);
    let found = [...first];
    for (const list of rest) found = found.filter((sentence) => includes(list, sentence));
    return found;
  };
}

function includes(ascending: Int32Array, value: number): boolean {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] === value) return true;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

/** Divides concept-sets with references by people into dev and test: the paper's mix of sizes, and no reference in both. */
interface SplitWritten {
  dev: CommonGenRow[];
  test: CommonGenRow[];
  dropped: LedgerRow[];
}

type Sizes = Readonly<Record<string, number>>;

/**
 * Sets that share a reference go to the same split. Where there are fewer sets of a size than requested, test and dev share them in the
 * requested proportion.
 */
export function splitWritten(rows: readonly CommonGenRow[], { dev, test, seed }: { dev: Sizes; test: Sizes; seed: number }): SplitWritten {
  const { kept, dropped } = withoutRepeats(rows);
  const places = { test: placesOf(kept, test, dev), dev: placesOf(kept, dev, test) };
  const splitOf = new Map<CommonGenRow, 'dev' | 'test' | null>();
  for (const group of createRandom(`${seed}/written`).shuffle(groupBySentence(kept))) {
    const room = (split: 'dev' | 'test') => Math.min(...group.map((row) => places[split].get(sizeOf(row)) ?? 0));
    const split = room('test') <= 0 && room('dev') <= 0 ? null : room('test') > room('dev') ? 'test' : 'dev';
    for (const row of group) {
      splitOf.set(row, split);
      if (split) places[split].set(sizeOf(row), (places[split].get(sizeOf(row)) ?? 0) - 1);
      else dropped.push({ step: 'split', rule: 'more written sets than asked for', ids: [row.concept_set] });
    }
  }
  return { dev: kept.filter((row) => splitOf.get(row) === 'dev'), test: kept.filter((row) => splitOf.get(row) === 'test'), dropped };
}

const sizeOf = (row: CommonGenRow) => conceptsOf(row).length;

/** Keeps the first of several sets with the same concepts or the same references. */
function withoutRepeats(rows: readonly CommonGenRow[]): { kept: CommonGenRow[]; dropped: LedgerRow[] } {
  const seen = new Set<string>();
  const kept: CommonGenRow[] = [];
  const dropped: LedgerRow[] = [];
  for (const row of rows) {
    const set = `set ${conceptsOf(row).sort().join('#')}`;
    const list = `list ${[...row.scene].sort().join('\n')}`;
    const rule = seen.has(set) ? 'the same concepts twice' : seen.has(list) ? 'has the same references as another set' : null;
    if (rule) dropped.push({ step: 'split', rule, ids: [row.concept_set] });
    else kept.push(row);
    seen.add(set).add(list);
  }
  return { kept, dropped };
}

/** The number of sets of each size that a split takes. */
function placesOf(rows: readonly CommonGenRow[], wanted: Sizes, others: Sizes): Map<number, number> {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(sizeOf(row), (counts.get(sizeOf(row)) ?? 0) + 1);
  return new Map(
    Object.entries(wanted).map(([size, count]) => {
      const there = counts.get(Number(size)) ?? 0;
      const all = count + (others[size] ?? 0);
      return [Number(size), all <= there ? count : Math.round((there * count) / all)];
    }),
  );
}

/** Groups rows that share a sentence, directly or through other rows. */
function groupBySentence(rows: readonly CommonGenRow[]): CommonGenRow[][] {
  const groupOf = new Map<string, CommonGenRow[]>();
  for (const row of rows) {
    const met = new Set(row.scene.map((sentence) => groupOf.get(sentence)).filter((group) => group !== undefined));
    const group = [...[...met].flat(), row];
    for (const { scene } of group) for (const sentence of scene) groupOf.set(sentence, group);
  }
  return [...new Set(groupOf.values())];
}
