/** Cleans silver labels by a recognizer that has not seen the sentence; where the two differ, lists decide (after CrossWeigh, 2019). */
import type { EntityType, Random } from '../../packages/metrics/src/core/index.ts';
import type { WordInfo } from '../../packages/metrics/src/nlp/words/word-info.ts';
import { labelsOf, PerceptronRecognizer, type Span } from '../../packages/sensebench/src/nlp/entities/entities.ts';
import { entityInput } from '../../packages/sensebench/src/nlp/entities/entity-features.ts';
import type { Gazetteer } from '../../packages/sensebench/src/nlp/entities/gazetteers.ts';
import { supportedType } from './silver-labels.ts';
import { trainEntities } from './train-entities.ts';

export interface CheckedSentence {
  words: WordInfo[];
  tags: string[];
  spans: Span[];
  unsure?: Uint8Array;
  weight: number;
}

const FOLDS = 2;

/** Changes the sentences in place and says how much. */
export function crossCheck(
  sentences: readonly CheckedSentence[],
  own: readonly CheckedSentence[],
  { gazetteer, random, epochs }: { gazetteer: Gazetteer; random: Random; epochs: number },
): { doubted: number; corrected: number } {
  const example = ({ words, tags, spans, unsure, weight }: CheckedSentence) => ({
    input: entityInput(words, tags, gazetteer),
    labels: labelsOf(spans, words.length),
    unsure,
    weight,
  });
  const recognizers = Array.from({ length: FOLDS }, (_, fold) => {
    const others = [...sentences.filter((_, i) => i % FOLDS !== fold), ...own].map(example);
    const options = { epochs, shuffle: random.shuffle, random: random.next, dropout: 0.15 };
    return new PerceptronRecognizer(trainEntities(others, options), gazetteer);
  });
  const changes = { doubted: 0, corrected: 0 };
  sentences.forEach((sentence, i) => {
    const { doubted, corrected } = check(sentence, recognizers[i % FOLDS].spans(sentence.words, sentence.tags), gazetteer);
    changes.doubted += doubted;
    changes.corrected += corrected;
  });
  return changes;
}

function check(sentence: CheckedSentence, found: readonly Span[], gazetteer: Gazetteer): { doubted: number; corrected: number } {
  const { words, spans } = sentence;
  const unsure = sentence.unsure ?? new Uint8Array(words.length);
  const same = (a: Span, b: Span) => a.start === b.start && a.end === b.end && a.type === b.type;
  const touches = (a: Span, b: Span) => a.start < b.end && b.start < a.end;
  const supports = ({ start, end, type }: Span) => supportedType(type as EntityType, words.slice(start, end), gazetteer);
  const better = found.filter((span) => !spans.some((given) => same(given, span)) && supports(span));
  const kept: Span[] = [];
  const changes = { doubted: 0, corrected: 0 };
  for (const span of spans) {
    if (found.some((other) => same(other, span)) || supports(span)) kept.push(span);
    else if (!better.some((other) => touches(other, span))) {
      unsure.fill(1, span.start, span.end);
      changes.doubted++;
    }
  }
  for (const span of better) {
    if (kept.some((other) => touches(other, span))) continue;
    kept.push(span);
    unsure.fill(0, span.start, span.end);
    changes.corrected++;
  }
  sentence.spans = kept.sort((a, b) => a.start - b.start);
  sentence.unsure = unsure;
  return changes;
}
