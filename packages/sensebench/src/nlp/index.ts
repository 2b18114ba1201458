/** The language tools: tokens, sentences, stems, lemmas, tags, entities, trees, WordNet, language models, embeddings. */

export { type Sentence, splitSentences } from '@sensebench/metrics/internal/nlp/tokens/sentences.ts';
export { createCocoTokenizer, tokenizeCoco, tokenizeCocoLines } from '@sensebench/metrics/internal/nlp/tokens/tokenize-coco.ts';
export { type TreebankToken, tokenizeTreebank } from '@sensebench/metrics/internal/nlp/tokens/tokenize-treebank.ts';
export { stemPorterNltk } from '@sensebench/metrics/internal/nlp/words/stem-porter-nltk.ts';
export { stemSnowball } from '@sensebench/metrics/internal/nlp/words/stem-snowball.ts';
export { type FullWordNet, loadWordNet } from '@sensebench/metrics/internal/nlp/words/wordnet.ts';
export { type Analyser, type AnalyserOptions, loadAnalyser } from './analysis/analyser.ts';
export { loadEmbedFolder } from './embeddings/embed-folder.ts';
export { loadMiniLm, type MiniLmOptions } from './embeddings/embed-minilm.ts';
export { type EmbeddingCache, openEmbeddingCache } from './embeddings/embedding-cache.ts';
export { loadEncoderFolder, loadMiniLmEncoder } from './embeddings/encoder.ts';
export type { EntityRecognizer } from './entities/entities.ts';
export { loadOnnxRecognizer } from './entities/entities-onnx.ts';
export type { UserGazetteer } from './entities/user-gazetteer.ts';
export { countRegions, WORLD_REGIONS, worldRegion } from './entities/world-region.ts';
export {
  type BeamOptions,
  type BeamResult,
  type Constraint,
  constrainedBeamSearch,
  type NextTokenScorer,
} from './language-models/constrained-beam.ts';
export { decodeNgramModel, type NgramModel, ngramLanguageModel, ngramScorer, trainNgramModel } from './language-models/ngram-model.ts';
export { inflectVerb, pluralize, singularize, type VerbTag } from './word-forms/inflect.ts';
export { type Lemmatizer, lemmatize, loadLemmatizer } from './word-forms/lemmatizer.ts';
export { loadTruecaser } from './word-forms/truecase.ts';
