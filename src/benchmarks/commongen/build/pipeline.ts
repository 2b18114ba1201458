/** The steps of a CommonGen build in their order: captions → concepts → concept-sets → scores → splits with distant references. */
import { type ActionContext, type CommonGenRow, createRandom, InputError, type LedgerRow, type Tools } from '../../../core/index.ts';
import type { ConceptVocabulary } from './concept-vocabulary.ts';
import { type ExtractedConcepts, extractConcepts } from './extract-concepts.ts';
import { mineConceptSets } from './mine-concept-sets.ts';
import { createSentenceIndex, type ScoredSet, scoreConceptSets } from './score-concept-sets.ts';
import { splitSets, type Unseen } from './split-sets.ts';

export interface PipelineOptions {
  vocabulary: ConceptVocabulary;
  /** Captions that a set needs. */
  least: number;
  /** Captions that a concept needs. */
  leastConcept: number;
  stop?: ReadonlySet<string>;
  baseVerbs?(word: string): readonly string[];
  sizes: Record<'train' | 'dev' | 'test', Readonly<Record<number, number>>>;
  unseen: Unseen;
  /** Captions that serve as references of a set, at most. */
  perSet: number;
  seed: number;
}

export interface Pipeline {
  extracted: ExtractedConcepts;
  scored: ScoredSet[];
  splits: Record<'train' | 'dev' | 'test', CommonGenRow[]>;
  ledger: LedgerRow[];
}

/** Dev and test take at most this share of the sets of a size: the rest is what train can be made of. */
const HELD_SHARE = 0.1;

export async function runPipeline(
  captions: AsyncIterable<string>,
  options: PipelineOptions,
  tools: Pick<Tools, 'analyse'>,
  context: Pick<ActionContext, 'say' | 'signal'>,
): Promise<Pipeline> {
  const { vocabulary, stop, baseVerbs, leastConcept } = options;
  const extracted = await extractConcepts(captions, { vocabulary, stop, baseVerbs, least: leastConcept, signal: context.signal }, tools);
  if (extracted.words.length === 0) {
    throw new InputError(`no word of ${vocabulary.name} is in ${leastConcept} captions`, {
      expected: 'English captions, or a smaller --least-concept',
    });
  }
  context.say(`${extracted.captions.length} captions, ${extracted.words.length} concepts`);
  const mined = mineConceptSets(extracted, { least: options.least });
  const words = createWordReader(extracted.captions);
  const scored = scoreConceptSets(mined, extracted, words);
  context.say(`${scored.length} concept-sets in at least ${options.least} captions`);
  context.signal.throwIfAborted();
  const available = (size: number) => mined.find((sets) => sets.size === size)?.counts.length ?? 0;
  const held = (wanted: Readonly<Record<number, number>>) =>
    Object.fromEntries(
      Object.entries(wanted).map(([size, count]) => [size, Math.min(count, Math.floor(HELD_SHARE * available(Number(size))))]),
    );
  const { train, dev, test, dropped } = splitSets(scored, {
    ...options,
    train: options.sizes.train,
    dev: held(options.sizes.dev),
    test: held(options.sizes.test),
  });
  const sentencesOf = createSentenceIndex(extracted);
  const toRow = (set: ScoredSet): CommonGenRow => {
    const concepts = set.concepts.map((concept) => extracted.words[concept]);
    const random = createRandom(`${options.seed}/references/${concepts.join('#')}`);
    const chosen = random.sample(sentencesOf(set.concepts), options.perSet).sort((a, b) => a - b);
    return { concept_set: concepts.join('#'), scene: chosen.map((sentence) => extracted.captions[sentence]) };
  };
  const name = (row: LedgerRow): LedgerRow => ({
    ...row,
    ids: row.ids.map((id) =>
      id
        .split('#')
        .map((concept) => extracted.words[Number(concept)])
        .join('#'),
    ),
  });
  return { extracted, scored, splits: { train: train.map(toRow), dev: dev.map(toRow), test: test.map(toRow) }, ledger: dropped.map(name) };
}

/** The words of each caption as numbers, divided by spaces and without case or outer punctuation. */
function createWordReader(captions: readonly string[]): (sentence: number) => Int32Array {
  const numbers = new Map<string, number>();
  const read = captions.map((caption) =>
    Int32Array.from(
      caption
        .toLowerCase()
        .split(' ')
        .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
        .filter(Boolean),
      (word) => {
        const number = numbers.get(word) ?? numbers.size;
        numbers.set(word, number);
        return number;
      },
    ),
  );
  return (sentence) => read[sentence];
}
