/** N-gram models and constrained beam search. */
export { type Constraint, constrainedBeamSearch, type NextTokenScorer } from './constrained-beam.ts';
export { decodeNgramModel, type NgramModel, ngramLanguageModel, trainNgramModel } from './ngram-model.ts';
export { ngramScorer } from './ngram-scorer.ts';
