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
} from './core/index.ts';
export * from './metrics/index.ts';
export { splitSentences, tokenizeCoco, tokenizeCocoLines, tokenizeTreebank } from './nlp/tokens/index.ts';
export { loadWordNet, stemPorterNltk, stemSnowball } from './nlp/words/index.ts';
