/** Running text as a source of statements: documents, sentences, and the rules that they must keep. */
export { DOCUMENT_LAYOUT } from './read-documents.ts';
export { readSentences } from './read-sentences.ts';
