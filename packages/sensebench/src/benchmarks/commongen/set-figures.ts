/** Statistics of concept-sets and their references, and CommonGen's Table 1 (Lin et al. 2020). */
import type { Table, Tools, Value } from '@sensebench/metrics/internal/core';
import { fixed, percent } from '../../report/index.ts';
import type { GraphFigures } from './analysis/analyse-graph.ts';
import { uniqueCompositions, unseenShare } from './compositions.ts';
import { type CommonGenRow, conceptsOf } from './item.ts';
import type { MissingConcepts } from './missing-concepts.ts';

export interface SetFigures {
  sets: number;
  bySize: Record<string, number>;
  sentences: number;
  sentencesPerSet: number | null;
  /** Words are separated by spaces. */
  wordsPerSentence: number | null;
  uniqueConcepts: number;
  uniquePairs: number;
  uniqueTriples: number;
  /** Relative to the concept-sets of the training split, if there is one. */
  unseenConcepts?: number | null;
  /** Neither in a concept-set of train nor among the lemmas of its sentences, as the paper counts; only if the sentences were analysed. */
  unseenConceptsInText?: number | null;
  unseenPairs?: number | null;
  unseenTriples?: number | null;
  /** Present if the references were analysed. */
  missingConcepts?: MissingConcepts;
  /** Present if ConceptNet is given. */
  graph?: GraphFigures;
}

interface Split {
  concepts: string[][];
  sentences: string[];
  /** The lemmas of the sentences, if they were analysed. */
  lemmas?: ReadonlySet<string>;
}

export function setFigures({ concepts, sentences }: Split, seen?: Split): SetFigures {
  const bySize: Record<string, number> = { 3: 0, 4: 0, 5: 0 };
  for (const set of concepts) bySize[set.length] = (bySize[set.length] ?? 0) + 1;
  const words = sentences.reduce((sum, sentence) => sum + sentence.split(/\s+/).filter(Boolean).length, 0);
  const unique = [1, 2, 3].map((size) => uniqueCompositions(concepts, size));
  const unseen = seen && [1, 2, 3].map((size, i) => unseenShare(unique[i], uniqueCompositions(seen.concepts, size)));
  return {
    sets: concepts.length,
    bySize,
    sentences: sentences.length,
    sentencesPerSet: concepts.length > 0 ? sentences.length / concepts.length : null,
    wordsPerSentence: sentences.length > 0 ? words / sentences.length : null,
    uniqueConcepts: unique[0].size,
    uniquePairs: unique[1].size,
    uniqueTriples: unique[2].size,
    ...(unseen ? { unseenConcepts: unseen[0], unseenPairs: unseen[1], unseenTriples: unseen[2] } : {}),
    ...(seen?.lemmas ? { unseenConceptsInText: unseenShare(unique[0], new Set([...seen.lemmas, ...seen.concepts.flat()])) } : {}),
  };
}

export function toSplit(rows: readonly CommonGenRow[]): Split {
  return { concepts: rows.map(conceptsOf), sentences: rows.flatMap(({ scene }) => scene) };
}

/** A training split with the lemmas of its sentences, in which unseen concepts are looked up too. */
export async function analysedSplit(rows: readonly CommonGenRow[], { analyse }: Pick<Tools, 'analyse'>): Promise<Split> {
  const split = toSplit(rows);
  const lemmas = new Set<string>();
  for (const { tokens } of await analyse(split.sentences, { entities: false }))
    for (const { lemma } of tokens) lemmas.add(lemma.toLowerCase());
  return { ...split, lemmas };
}

export function statsTable(figures: Readonly<Record<string, SetFigures>>): Table {
  const rows: [string, (figure: SetFigures) => Value, ((value: Value) => string)?][] = [
    ['concept-sets', ({ sets }) => sets],
    ...['3', '4', '5'].map((size): [string, (figure: SetFigures) => Value] => [`  size ${size}`, ({ bySize }) => bySize[size]]),
    ['sentences', ({ sentences }) => sentences],
    ['  per concept-set', ({ sentencesPerSet }) => sentencesPerSet, fixed(2)],
    ['  words per sentence', ({ wordsPerSentence }) => wordsPerSentence, fixed(2)],
    ['unique concepts', ({ uniqueConcepts }) => uniqueConcepts],
    ['unique pairs', ({ uniquePairs }) => uniquePairs],
    ['unique triples', ({ uniqueTriples }) => uniqueTriples],
    ["unseen concepts %, by train's concept-sets", ({ unseenConcepts }) => unseenConcepts, percent(2)],
    ["unseen concepts %, by its sentences too (the paper's)", ({ unseenConceptsInText }) => unseenConceptsInText, percent(2)],
    ['unseen pairs %', ({ unseenPairs }) => unseenPairs, percent(2)],
    ['unseen triples %', ({ unseenTriples }) => unseenTriples, percent(2)],
    ['references that lack a concept', ({ missingConcepts }) => missingConcepts?.references],
  ];
  const names = Object.keys(figures);
  return {
    caption: 'Table 1 of CommonGen for these files',
    columns: [{ key: 'what', label: 'figure' }, ...names.map((name) => ({ key: name, label: name, align: 'right' as const }))],
    rows: rows.map(([what, pick, format = String]) => ({
      what,
      ...Object.fromEntries(
        names.map((name) => {
          const value = pick(figures[name]);
          return [name, value === null || value === undefined ? null : format(value)];
        }),
      ),
    })),
  };
}
