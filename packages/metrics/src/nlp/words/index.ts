/** Stems, WordNet, links of ConceptNet. */
export { buildConceptGraph, type ConceptGraph, isLinked, linkWords, middlesOf, plausibility } from './conceptnet.ts';
export { stemPorterNltk } from './stem-porter-nltk.ts';
export { stemSnowball } from './stem-snowball.ts';
export { loadWordNet, WORDNET_VERSION } from './wordnet.ts';
