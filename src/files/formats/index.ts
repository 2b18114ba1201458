/** Files that other tools write too: predictions and references. */
export { FILE_FORMATS } from './file-format.ts';
export { readPredictionRows, readPredictionTexts } from './read-predictions.ts';
export { readReferences } from './read-references.ts';
