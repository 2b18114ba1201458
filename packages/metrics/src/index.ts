/** What @sensebench/metrics exports: metrics, agreement, significance, tokenizers, WordNet, and the types that they share. */
export {
  createRandom,
  defineMetric,
  type Embedder,
  type Encoder,
  InputError,
  type Item,
  type Metric,
  type MetricInput,
  type Prediction,
  type Random,
  type Scores,
  SetupError,
  type Tools,
  version,
  type WordNet,
} from '../../../src/core/index.ts';
export * from '../../../src/metrics/index.ts';
export { splitSentences, tokenizeCoco, tokenizeCocoLines, tokenizeTreebank } from '../../../src/nlp/tokens/index.ts';
export { loadWordNet, stemPorterNltk, stemSnowball } from '../../../src/nlp/words/index.ts';
