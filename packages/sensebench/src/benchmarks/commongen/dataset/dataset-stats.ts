/** stats.json of a built dataset: Table 1 of each split, unseen compositions, origins of the references, the best-scored sets. */
import type { ConceptGraph } from '@sensebench/metrics/internal/nlp/words';
import { analyseGraph } from '../analysis/analyse-graph.ts';
import type { Pipeline } from '../build/pipeline.ts';
import { uniqueCompositions } from '../compositions.ts';
import { type CommonGenRow, conceptsOf } from '../item.ts';
import type { MissingConcepts } from '../missing-concepts.ts';
import { type SetFigures, setFigures, toSplit } from '../set-figures.ts';

const KINDS = { concepts: 1, pairs: 2, triples: 3 } as const;
const EXAMPLES = 5;

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
  /** The name of the vocabulary, with the least count of its words. */
  vocabulary: string;
  concepts: number;
  unknownShare: number;
  /** The number of mined concept-sets. */
  candidates: number;
  /** The number of dev and test sets without references by people; null if none were given at all. */
  withoutPeople: number | null;
  /** References by people that lack a concept of their set; null if none were given. */
  missingConcepts: MissingConcepts | null;
  /** The number of references of dev and test that train has too. Captions are never shared, but people may write a sentence that is a caption. */
  sharedSentences: number;
  /** The number of references of dev that test has too; never captions. */
  sharedDevTest: number;
  /** The largest number of sets that share a reference. */
  mostSetsPerReference: number;
  /** The number of sets with exactly the references of an earlier set. */
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

/** The concepts in train's references, from the analysis of the captions. */
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

/** Sorted by score, then by concepts. */
function bestSets(scored: Pipeline['scored'], words: readonly string[], count = SHOWN): ScoredConcepts[] {
  return scored
    .map((set, place) => ({ set, place }))
    .sort((a, b) => b.set.score - a.set.score || a.place - b.place)
    .slice(0, count)
    .map(({ set: { concepts, ...figures } }) => ({ concepts: concepts.map((concept) => words[concept]), ...figures }));
}

interface UnseenProof {
  /** The numbers of compositions that were checked and that occur in train, by split and size. */
  [split: string]: Record<'concepts' | 'pairs' | 'triples', { checked: number; inTrain: number; examples: string[] }>;
}

/** Proves `--unseen` by looking up every composition of every dev and test set in train. */
export function proveUnseen(splits: Readonly<Record<'train' | 'dev' | 'test', readonly CommonGenRow[]>>): UnseenProof {
  const compositionsOf = (rows: readonly CommonGenRow[], size: number) => uniqueCompositions(rows.map(conceptsOf), size);
  const proof: UnseenProof = {};
  for (const split of ['dev', 'test'] as const) {
    proof[split] = Object.fromEntries(
      Object.entries(KINDS).map(([kind, size]) => {
        const seen = compositionsOf(splits.train, size);
        const checked = compositionsOf(splits[split], size);
        const shared = [...checked].filter((each) => seen.has(each)).sort();
        return [kind, { checked: checked.size, inTrain: shared.length, examples: shared.slice(0, EXAMPLES) }];
      }),
    ) as UnseenProof[string];
  }
  return proof;
}
