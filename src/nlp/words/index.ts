/** Stems, lemmas, inflection, case, WordNet, links of ConceptNet. */
export { buildConceptGraph, type ConceptGraph, isLinked, middlesOf } from './concept-graph.ts';
export { inflectVerb, pluralize, singularize } from './inflect.ts';
export { linkWords, plausibility } from './link-words.ts';
export { stemSnowball } from './stem-snowball.ts';
export { loadTruecaser } from './truecase.ts';
export { loadWordNet, WORDNET_VERSION } from './wordnet.ts';
