/** Files that other tools write too: predictions and references. */
export { FILE_FORMATS, type FileFormat } from './file-format.ts';
export { noteOtherLabels, readPredictionRows, readPredictionTexts } from './read-predictions.ts';
export { readReferences } from './read-references.ts';
