/** Finding keywords in texts, and COVERAGE. */
export { type AnalysedKeywords, analyseKeywords } from './analysed-keywords.ts';
export type { WordForms } from './find-keywords.ts';
export { createWordForms, findKeyword, type KeywordPlace, type Span } from './find-keywords.ts';
export { type FoundKeyword, keywordEvidence } from './keyword-evidence.ts';
