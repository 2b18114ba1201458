/** The steps of a CommonGen build in their order: captions → concepts → concept-sets → scores → splits with distant references. */
import { type ActionContext, createRandom, InputError, type LedgerRow, type Tools } from '../../../core/index.ts';
import type { CommonGenRow } from '../row.ts';
import type { ConceptVocabulary } from './concept-vocabulary.ts';
import { type ExtractedConcepts, extractConcepts } from './extract-concepts.ts';
import { mineConceptSets } from './mine-concept-sets.ts';
import { type ScoredSet, type SentenceWords, scoreConceptSets } from './score-concept-sets.ts';
import { createSentenceIndex } from './sentence-index.ts';
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
const HELD_SHARE = 0.05;

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
  const scored = scoreConceptSets(mined, readWords(extracted.captions), extracted.words.length);
  context.say(`${scored.length} concept-sets in at least ${options.least} captions`);
  context.signal.throwIfAborted();
  const available = (size: number) => mined.find((sets) => sets.size === size)?.counts.length ?? 0;
  const atMost = (wanted: Readonly<Record<number, number>>) =>
    Object.fromEntries(
      Object.entries(wanted).map(([size, count]) => [size, Math.min(count, Math.floor(HELD_SHARE * available(Number(size))))]),
    );
  const { train, dev, test, dropped } = splitSets(scored, {
    ...options,
    train: options.sizes.train,
    dev: atMost(options.sizes.dev),
    test: atMost(options.sizes.test),
  });
  const sentencesOf = createSentenceIndex(extracted);
  const held = new Set<number>();
  const toRow = (set: ScoredSet, fresh: (sentence: number) => boolean): { row: CommonGenRow; chosen: number[] } => {
    const concepts = set.concepts.map((concept) => extracted.words[concept]);
    const random = createRandom(`${options.seed}/references/${concepts.join('#')}`);
    const all = sentencesOf(set.concepts);
    const left = all.filter(fresh);
    const chosen = random.sample(left.length > 0 ? left : all, options.perSet).sort((a, b) => a - b);
    return { row: { concept_set: concepts.join('#'), scene: chosen.map((sentence) => extracted.captions[sentence]) }, chosen };
  };
  const heldRow = (set: ScoredSet): CommonGenRow => {
    const { row, chosen } = toRow(set, () => true);
    for (const sentence of chosen) held.add(sentence);
    return row;
  };
  const splits = { dev: dev.map(heldRow), test: test.map(heldRow) };
  // A caption that is a reference of dev or test is one of train only where a training set has no other.
  const trainRows = train.map((set) => toRow(set, (sentence) => !held.has(sentence)).row);
  const name = (row: LedgerRow): LedgerRow => ({
    ...row,
    ids: row.ids.map((id) =>
      id
        .split('#')
        .map((concept) => extracted.words[Number(concept)])
        .join('#'),
    ),
  });
  return { extracted, scored, splits: { train: trainRows, ...splits }, ledger: dropped.map(name) };
}

/** The words of each caption as numbers, divided by spaces and without case or outer punctuation. */
function readWords(captions: readonly string[]): SentenceWords {
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
  return { of: (sentence) => read[sentence], vocabulary: numbers.size };
}
