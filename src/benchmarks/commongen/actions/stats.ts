/** `sensebench stats commongen`: Table 1 of the paper for any files in the released layout. */
import { basename } from 'node:path';
import { z } from 'zod';
import type { Table, Value } from '../../../core/index.ts';
import { defineAction, InputError } from '../../../core/index.ts';
import { readRows } from '../../../files/index.ts';
import { fixed, percent, tableToText } from '../../../report/index.ts';
import { analyseGraph, type GraphFigures } from '../analyse/analyse-graph.ts';
import { PUBLISHED_RELATIONS } from '../analyse/relation-categories.ts';
import { uniqueCompositions, unseenShare } from '../compositions.ts';
import { countMissing, type MissingConcepts } from '../missing-concepts.ts';
import { PUBLISHED_STATISTICS } from '../published.ts';
import { type CommonGenRow, commonGenRowSchema, conceptsOf } from '../row.ts';

export interface SetFigures {
  sets: number;
  bySize: Record<string, number>;
  sentences: number;
  sentencesPerSet: number | null;
  /** Words are what spaces divide. */
  wordsPerSentence: number | null;
  uniqueConcepts: number;
  uniquePairs: number;
  uniqueTriples: number;
  /** Against the training split, where one is given. */
  unseenConcepts?: number | null;
  unseenPairs?: number | null;
  unseenTriples?: number | null;
  /** Where the references were analysed. */
  missingConcepts?: MissingConcepts;
  /** Where ConceptNet is given. */
  graph?: GraphFigures;
}

interface Split {
  concepts: string[][];
  sentences: string[];
}

export const stats = defineAction({
  summary: "CommonGen's Table 1 for any files",
  options: z.object({
    dataset: z.array(z.string()).describe('files of concept-sets with references'),
    conceptnet: z.string().optional().describe("ConceptNet's assertions.csv.gz: how the sets are connected (Figure 4, Table 2, Figure 8)"),
    train: z.string().optional().describe('the file that unseen shares are against; a file called train unless said otherwise'),
  }),
  examples: ['stats commongen --dataset dev.jsonl --json', 'stats commongen --dataset train.jsonl dev.jsonl test.jsonl'],
  async run({ dataset, train, conceptnet }, context) {
    if (dataset.length === 0) throw new InputError('nothing to count', { expected: '--dataset' });
    const splits = new Map<string, CommonGenRow[]>();
    for (const path of dataset) {
      const name = nameOfSplit(path);
      if (splits.has(name)) throw new InputError(`two files are called "${name}"`, { file: path });
      splits.set(name, await readRows(path, commonGenRowSchema));
    }
    const seen = train ? await readRows(train, commonGenRowSchema) : splits.get('train');
    const tools = await context.tools({ analyse: true, wordnet: true });
    const graph = conceptnet
      ? await analyseGraph(Object.fromEntries(Array.from(splits, ([name, rows]) => [name, rows.map(conceptsOf)])), conceptnet)
      : {};
    const figures: Record<string, SetFigures> = {};
    for (const [name, rows] of splits) {
      figures[name] = {
        ...setFigures(toSplit(rows), seen && rows !== seen ? toSplit(seen) : undefined),
        missingConcepts: await countMissing(rows, tools),
        ...(graph[name] ? { graph: graph[name] } : {}),
      };
    }
    return {
      json: { splits: figures, published: { statistics: PUBLISHED_STATISTICS, relations: PUBLISHED_RELATIONS } },
      text: tableToText(statsTable(figures)),
    };
  },
});

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
  };
}

function nameOfSplit(path: string): string {
  return basename(path).replace(/(\.jsonl?)?(\.gz)?$/, '');
}

export function toSplit(rows: readonly CommonGenRow[]): Split {
  return { concepts: rows.map(conceptsOf), sentences: rows.flatMap(({ scene }) => scene) };
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
    ['unseen concepts %', ({ unseenConcepts }) => unseenConcepts, percent(2)],
    ['unseen pairs %', ({ unseenPairs }) => unseenPairs, percent(2)],
    ['unseen triples %', ({ unseenTriples }) => unseenTriples, percent(2)],
    ['references that lack a concept', ({ missingConcepts }) => missingConcepts?.references],
  ];
  const names = Object.keys(figures);
  return {
    caption: 'Table 1 of CommonGen for these files',
    columns: [{ key: 'what', label: '' }, ...names.map((name) => ({ key: name, label: name, align: 'right' as const }))],
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
