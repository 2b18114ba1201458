/** Tokenizers and sentence splitting. */
export { splitSentences } from './sentences.ts';
export { tokenizeCoco, tokenizeCocoLines } from './tokenize-coco.ts';
export { tokenizeTreebank } from './tokenize-treebank.ts';
