/** Running text as a source of statements: documents, sentences, and rules for sentences. */
export { DOCUMENT_LAYOUT } from './read-documents.ts';
export { readSentences } from './read-sentences.ts';
