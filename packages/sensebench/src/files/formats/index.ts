/** Files that other tools write too: predictions, references, ConceptNet and CoNLL-U. */
export { conlluLines } from './conllu-lines.ts';
export { FILE_FORMATS, type FileFormat } from './file-format.ts';
export { readConceptNet } from './read-conceptnet.ts';
export { noteOtherLabels, readPredictionRows, readPredictionTexts } from './read-predictions.ts';
export { readRecords } from './read-records.ts';
export { readReferences } from './read-references.ts';
