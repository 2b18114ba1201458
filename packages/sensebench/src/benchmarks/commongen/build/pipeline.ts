/** The steps of a CommonGen build in order: captions → words → concepts → scored concept-sets → splits with references. */

import { type ActionContext, InputError, type LedgerRow, type Tools } from '@sensebench/metrics/internal/core';
import { readDecisions, tasksOf } from '../../../annotate/index.ts';
import { collect, type ExpectedCosts, type SourceFile, type StepRunner } from '../../../build/steps/index.ts';
import { type CommonGenRow, nameConceptSets, toItem } from '../item.ts';
import { countMissing, type MissingConcepts } from '../missing-concepts.ts';
import { TASKS } from '../tasks/index.ts';
import { referencesBySet, referencesTask } from '../tasks/references.ts';
import { type ConceptVocabulary, conceptFacts, type ExtractedConcepts, packConcepts, type VocabularyRow } from './extract-concepts.ts';
import type { ScoredSet } from './score-concept-sets.ts';
import type { Unseen } from './split-sets.ts';
import * as steps from './steps.ts';

export interface PipelineOptions {
  vocabulary: ConceptVocabulary;
  /** The fewest captions of a set. */
  least: number;
  /** The fewest captions of a concept. */
  leastConcept: number;
  /** Lemmas that are not concepts. */
  stop: ReadonlySet<string>;
  sizes: Record<'train' | 'dev' | 'test', Readonly<Record<number, number>>>;
  unseen: Unseen;
  /** The most captions used as references of a set. */
  perSet: number;
  /** The most sets that use a caption. */
  perCaption: number;
  seed: number;
  /** Sets with references written by people. If there are any, they become dev and test, and none is drawn. */
  written: readonly CommonGenRow[];
}

export interface Pipeline {
  extracted: ExtractedConcepts;
  scored: ScoredSet[];
  splits: Record<'train' | 'dev' | 'test', CommonGenRow[]>;
  ledger: LedgerRow[];
}

/** `captions` are distinct. */
export async function runPipeline(
  captions: (drop: (row: LedgerRow) => void) => AsyncIterable<string>,
  options: PipelineOptions,
  runner: StepRunner,
  context: Pick<ActionContext, 'say'>,
): Promise<Pipeline> {
  const { vocabulary, leastConcept, least, sizes, unseen, perSet, perCaption, seed, written } = options;
  const from = await runner.sources([{ name: 'captions', read: captions }]);
  runner.expect(expectedCosts(await runner.count(from)));
  const words = await runner.run(steps.words, {}, from);
  const known = vocabulary.words ? await runner.sources([vocabularyFile(vocabulary.words)]) : [];
  const found = await runner.run(
    steps.concepts,
    { vocabulary: vocabulary.words ? 'given' : 'wordnet', stop: [...options.stop].sort(), least: leastConcept },
    [...words, ...known],
  );
  const [facts] = await collect(runner.facts(found));
  const extracted = packConcepts(await collect(runner.rows(found)), conceptFacts(facts));
  if (extracted.words.length === 0) {
    throw new InputError(`no word of ${vocabulary.name} is in ${leastConcept} captions`, {
      expected: 'English captions, or a smaller --least-concept',
    });
  }
  context.say(`${extracted.captions.length} captions, ${extracted.words.length} concepts`);
  const sets = await runner.run(steps.mine, { least }, found);
  const scored = await collect(runner.rows(sets));
  context.say(`${scored.length} concept-sets in at least ${least} captions`);
  const given = written.length > 0 ? await runner.sources([{ name: 'written', read: () => written }]) : [];
  const split = await runner.run(steps.split, { sizes, unseen, perSet, perCaption, least, seed }, [...found, ...sets, ...given]);
  const splits: Pipeline['splits'] = { train: [], dev: [], test: [] };
  for await (const { split: name, row } of runner.rows(split)) splits[name].push(row);
  return { extracted, scored, splits, ledger: await collect(runner.ledger()) };
}

/** Milliseconds of the steps on two cores, for the remaining time; `write` is the time after them. */
function expectedCosts(captions: number): ExpectedCosts {
  return { words: 0.4 * captions, concepts: 0.1 * captions, mine: 0.05 * captions, split: 0.07 * captions, write: 0.1 * captions };
}

/** In alphabetical order, so that the order of a file's lines does not matter. */
function vocabularyFile(words: ReadonlySet<string>): SourceFile<VocabularyRow> {
  const sorted = [...words].sort();
  const size = 1000;
  return {
    name: 'vocabulary',
    *read() {
      for (let at = 0; at < sorted.length; at += size) yield { vocabulary: sorted.slice(at, at + size) };
    },
  };
}

interface WithPeople {
  splits: Pipeline['splits'];
  /** The number of sets without references by people, which keep their captions. Null if there are none by people at all. */
  withoutPeople: number | null;
  missingConcepts: MissingConcepts | null;
}

/** Replaces captions in dev and test with references written by people. Written sets already have them. */
export async function addPeople(
  splits: Pipeline['splits'],
  { references: path, written: all }: { references: string | undefined; written: boolean },
  tools: Pick<Tools, 'analyse' | 'wordnet'>,
  { now, warn }: Pick<ActionContext, 'now' | 'warn'>,
): Promise<WithPeople> {
  if (all) return { splits, withoutPeople: 0, missingConcepts: await countMissing([...splits.dev, ...splits.test], tools) };
  if (path === undefined) return { splits, withoutPeople: null, missingConcepts: null };
  const rows = [...splits.dev, ...splits.test];
  const items = nameConceptSets(rows.map(toItem));
  const tasks = tasksOf({ name: 'commongen', tasks: TASKS });
  const { current } = await readDecisions([path], referencesTask, { items, tasks, now: now(), warn });
  if (current.length === 0) throw new InputError(`has no decisions of the task ${referencesTask.name}`, { file: path });
  const written = referencesBySet(current);
  const nameOf = new Map(rows.map((row, i) => [row, items[i].id]));
  const replaced: CommonGenRow[] = [];
  let withoutPeople = 0;
  const replace = (row: CommonGenRow): CommonGenRow => {
    const people = written.get(nameOf.get(row) ?? '');
    if (!people) withoutPeople++;
    const made = people ? { ...row, ...people } : row;
    if (people) replaced.push(made);
    return made;
  };
  const made = { ...splits, dev: splits.dev.map(replace), test: splits.test.map(replace) };
  return { splits: made, withoutPeople, missingConcepts: await countMissing(replaced, tools) };
}
