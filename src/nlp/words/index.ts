/** Stems, lemmas, inflection, case, WordNet. */
export { inflectVerb, pluralize, singularize } from './inflect.ts';
export { stemSnowball } from './stem-snowball.ts';
export { loadTruecaser } from './truecase.ts';
export { loadWordNet, WORDNET_VERSION } from './wordnet.ts';
