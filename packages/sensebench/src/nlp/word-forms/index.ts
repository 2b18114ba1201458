/** Forms of words: inflection, lemmas, capitals. */
export { inflectVerb, pluralize, singularize } from './inflect.ts';
export { loadTruecaser } from './truecase.ts';
