/** N-gram models, a small neural model and constrained beam search. */
export { type Constraint, constrainedBeamSearch, type NextTokenScorer } from './constrained-beam.ts';
export { type CopyNet, openCopyNet } from './copynet.ts';
export { decodeNgramModel, type NgramModel, ngramLanguageModel, ngramScorer, trainNgramModel } from './ngram-model.ts';
