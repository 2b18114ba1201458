/** stats.json of a built CommonGen dataset: Table 1 of each split, what is unseen, what the references are, the best-scored sets. */

import type { ConceptGraph } from '../../../nlp/words/index.ts';
import { analyseGraph } from '../analysis/analyse-graph.ts';
import type { Pipeline } from '../build/pipeline.ts';
import { type CommonGenRow, conceptsOf } from '../item.ts';
import type { MissingConcepts } from '../missing-concepts.ts';
import { type SetFigures, setFigures, toSplit } from '../set-figures.ts';
import { proveUnseen, type UnseenProof } from './prove-unseen.ts';

export interface ScoredConcepts {
  concepts: string[];
  sentences: number;
  diversity: number;
  rarity: number;
  score: number;
}

export interface DatasetStats {
  splits: Record<string, SetFigures>;
  captions: number;
  /** With the cut that was made. */
  vocabulary: string;
  concepts: number;
  unknownShare: number;
  /** Concept-sets that were mined. */
  candidates: number;
  /** Dev and test sets that nobody wrote references for; null where no references of people were given. */
  withoutPeople: number | null;
  /** References that people wrote without a concept of their set; null where none were given. */
  missingConcepts: MissingConcepts | null;
  /** References of dev and test that train has too: captions never, but people may write a sentence that is one. */
  sharedSentences: number;
  /** References of dev that test has too: captions never. */
  sharedDevTest: number;
  /** The most sets that have the same sentence as a reference. */
  mostSetsPerReference: number;
  /** Sets whose references are exactly those of an earlier set. */
  equalReferenceLists: number;
  unseen: UnseenProof;
  best: ScoredConcepts[];
}

export interface StatsInput {
  vocabulary: string;
  /** The part of ConceptNet around the concepts. */
  conceptnet?: ConceptGraph;
  withoutPeople: number | null;
  missingConcepts: MissingConcepts | null;
}

const SHOWN = 50;

export function datasetStats(
  { extracted, scored }: Pipeline,
  splits: Pipeline['splits'],
  { vocabulary, conceptnet, withoutPeople, missingConcepts: missing }: StatsInput,
): DatasetStats {
  const train = { ...toSplit(splits.train), lemmas: wordsOf(extracted, splits.train) };
  const graph = conceptnet
    ? analyseGraph(Object.fromEntries(Object.entries(splits).map(([name, rows]) => [name, rows.map(conceptsOf)])), conceptnet)
    : {};
  const figures = Object.entries(splits).map(([name, rows]) => [
    name,
    { ...setFigures(toSplit(rows), name === 'train' ? undefined : train), ...(graph[name] ? { graph: graph[name] } : {}) },
  ]);
  return {
    splits: Object.fromEntries(figures),
    captions: extracted.captions.length,
    vocabulary,
    concepts: extracted.words.length,
    unknownShare: extracted.unknownShare,
    candidates: scored.length,
    withoutPeople,
    missingConcepts: missing,
    sharedSentences: countShared([...splits.dev, ...splits.test], train.sentences),
    sharedDevTest: countShared(
      splits.dev,
      splits.test.flatMap(({ scene }) => scene),
    ),
    ...spreadOf(Object.values(splits).flat()),
    unseen: proveUnseen(splits),
    best: bestSets(scored, extracted.words),
  };
}

/** Concepts in the captions that are references of train: the captions were analysed when they were read. */
function wordsOf({ captions, starts, concepts, words }: Pipeline['extracted'], train: readonly CommonGenRow[]): Set<string> {
  const references = new Set(train.flatMap(({ scene }) => scene));
  const found = new Set<string>();
  for (const [i, caption] of captions.entries()) {
    if (!references.has(caption)) continue;
    for (let at = starts[i]; at < starts[i + 1]; at++) found.add(words[concepts[at]]);
  }
  return found;
}

export function countShared(held: readonly CommonGenRow[], others: readonly string[]): number {
  const seen = new Set(others);
  return held.reduce((sum, { scene }) => sum + scene.filter((sentence) => seen.has(sentence)).length, 0);
}

export function spreadOf(rows: readonly CommonGenRow[]): Pick<DatasetStats, 'mostSetsPerReference' | 'equalReferenceLists'> {
  const sets = new Map<string, number>();
  for (const { scene } of rows) for (const sentence of new Set(scene)) sets.set(sentence, (sets.get(sentence) ?? 0) + 1);
  const lists = new Set(rows.map(({ scene }) => [...scene].sort().join('\n')));
  const most = [...sets.values()].reduce((a, b) => Math.max(a, b), 0);
  return { mostSetsPerReference: most, equalReferenceLists: rows.length - lists.size };
}

/** By score; equal ones by their concepts. */
function bestSets(scored: Pipeline['scored'], words: readonly string[], count = SHOWN): ScoredConcepts[] {
  return scored
    .map((set, place) => ({ set, place }))
    .sort((a, b) => b.set.score - a.set.score || a.place - b.place)
    .slice(0, count)
    .map(({ set: { concepts, ...figures } }) => ({ concepts: concepts.map((concept) => words[concept]), ...figures }));
}
