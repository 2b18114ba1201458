/** Stems, WordNet, links of ConceptNet. */
export { buildConceptGraph, type ConceptGraph, isLinked, middlesOf } from './concept-graph.ts';
export { linkWords, plausibility } from './link-words.ts';
export { stemPorterNltk, stemSnowball } from './stemmers.ts';
export { loadWordNet, WORDNET_VERSION } from './wordnet.ts';
