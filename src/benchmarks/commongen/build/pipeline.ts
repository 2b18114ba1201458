/** The steps of a CommonGen build in order: captions → words → concepts → scored concept-sets → splits with references. */
import { collect, type ExpectedCosts, type SourceFile, type StepRunner } from '../../../build/steps/index.ts';
import { type ActionContext, InputError, type LedgerRow } from '../../../core/index.ts';
import type { CommonGenRow } from '../item.ts';
import type { ConceptVocabulary } from './concept-vocabulary.ts';
import { conceptFacts, type ExtractedConcepts, packConcepts, type VocabularyRow } from './extract-concepts.ts';
import type { ScoredSet } from './score-concept-sets.ts';
import type { Unseen } from './split-sets.ts';
import * as steps from './steps.ts';

export interface PipelineOptions {
  vocabulary: ConceptVocabulary;
  /** Captions that a set needs. */
  least: number;
  /** Captions that a concept needs. */
  leastConcept: number;
  /** Lemmas that are not concepts. */
  stop: ReadonlySet<string>;
  sizes: Record<'train' | 'dev' | 'test', Readonly<Record<number, number>>>;
  unseen: Unseen;
  /** Captions that serve as references of a set, at most. */
  perSet: number;
  /** Sets that a caption serves, at most. */
  perCaption: number;
  seed: number;
  /** Sets with references of people: where there are any, dev and test are these and none is drawn. */
  written: readonly CommonGenRow[];
}

export interface Pipeline {
  extracted: ExtractedConcepts;
  scored: ScoredSet[];
  splits: Record<'train' | 'dev' | 'test', CommonGenRow[]>;
  ledger: LedgerRow[];
}

/** Captions are distinct. */
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

/** Milliseconds of the steps on two cores, for the time left; `write` is what comes after them. */
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
