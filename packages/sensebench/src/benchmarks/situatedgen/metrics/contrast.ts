/** Contrast: cosine of an output's two sentences with masked keywords, as in mining (SituatedGen, section 4.3, appendix A.2). */
import { type Analysis, type Metric, type MetricInput, SetupError, type Tools } from '@sensebench/metrics/internal/core';
import { meanOf } from '@sensebench/metrics/internal/metrics';
import { outputSentences } from './output-sentences.ts';

export interface ContrastStats {
  /** Cosine of the masked sentences; 0 for an output of fewer than two sentences. */
  masked: number;
  /** Cosine of the unmasked sentences; 0 for an output of fewer than two. */
  plain: number;
  sentences: readonly [string, string] | null;
}

export interface ContrastContext {
  embedder: string;
  /** `deep` if nouns and entities come from the deep model. */
  reader: 'context' | 'deep';
  stats: ReadonlyMap<string, ContrastStats>;
}

/** `contrastGain` is the masked cosine minus the plain one, which is high for sentences of the same form with different keywords. */
export const contrast: Metric<ContrastStats, ContrastContext> = {
  name: 'contrast',
  outputs: ['contrast', 'contrastGain'],
  printed: { contrast: { label: 'Contrast' }, contrastGain: { label: 'Contrast (gain)' } },
  summary: 'SituatedGen (Zhang and Wan 2023), section 4.3: the similarity that pairs contrastive sentences',
  needs: { analyse: true, embedder: true },
  withoutReferences: true,
  prepare: (inputs, tools) => embedOutputs(inputs, tools),
  signature: ({ embedder, reader }) =>
    `contrast|model:${embedder}|mask:entities+nouns=[UNK]${reader === 'deep' ? '|reader:deep' : ''}|sentences:2,else=0|gain:masked-plain`,
  segment: (input, { stats }) => {
    const pair = sentencePair(input);
    const own = pair ? stats.get(pairKey(pair)) : NO_PAIR;
    if (!own) throw new RangeError(`item ${input.item.id} was not embedded`);
    return own;
  },
  score: (stats) => ({
    contrast: meanOf(stats.map(({ masked }) => masked)),
    contrastGain: meanOf(stats.map(({ masked, plain }) => masked - plain)),
  }),
  evidence: ({ sentences, masked, plain }) => ({ sentences, masked, plain }),
};

type SentencePair = readonly [string, string];

const NO_PAIR: ContrastStats = { masked: 0, plain: 0, sentences: null };

const pairKey = ([first, second]: SentencePair) => `${first}\n${second}`;

/** Null for an output of fewer than two sentences, which has no contrast. */
function sentencePair(input: MetricInput): SentencePair | null {
  const { first, second, count } = outputSentences(input);
  return count < 2 ? null : [first.text.slice(first.start, first.end), second.text.slice(second.start, second.end)];
}

/** Each entity, and each noun outside entities, becomes one [UNK]. Of overlapping entities, the longer one counts. */
export function maskKeywords({ text, tokens, entities }: Analysis): string {
  const nouns = tokens.filter(({ tag }) => tag.startsWith('NN'));
  const spans: { start: number; end: number }[] = [];
  for (const span of [...[...entities].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start), ...nouns]) {
    if (!spans.some(({ start, end }) => start < span.end && span.start < end)) spans.push(span);
  }
  let masked = '';
  let place = 0;
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    masked += `${text.slice(place, start)}[UNK]`;
    place = end;
  }
  return masked + text.slice(place);
}

async function embedOutputs(inputs: readonly MetricInput[], tools: Tools): Promise<ContrastContext> {
  const { embedder } = tools;
  if (!embedder) throw new SetupError('the contrast score needs an embedder');
  const pairs = new Map<string, SentencePair>();
  for (const input of inputs) {
    const pair = sentencePair(input);
    if (pair) pairs.set(pairKey(pair), pair);
  }
  const sentences = [...new Set([...pairs.values()].flat())];
  const analyses = await tools.analyse(sentences);
  const masks = new Map(sentences.map((sentence, i) => [sentence, maskKeywords(analyses[i])]));
  const texts = [...new Set([...sentences, ...masks.values()])];
  const rows = await embedder.embed(texts);
  const places = new Map(texts.map((text, i) => [text, i * embedder.dimensions]));
  const cosine = (a: string, b: string) => {
    const [first, second] = [places.get(a) ?? 0, places.get(b) ?? 0];
    let sum = 0;
    for (let i = 0; i < embedder.dimensions; i++) sum += rows[first + i] * rows[second + i];
    return sum;
  };
  const stats = Array.from(pairs, ([key, pair]): [string, ContrastStats] => {
    const masked = [masks.get(pair[0]) ?? '', masks.get(pair[1]) ?? ''] as const;
    return [key, { masked: cosine(...masked), plain: cosine(...pair), sentences: masked }];
  });
  return { embedder: embedder.id, reader: tools.analyseFast ? 'deep' : 'context', stats: new Map(stats) };
}
