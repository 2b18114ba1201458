/** BLEU, ROUGE, CIDEr and other metrics of word sequences. */
export { freezeFrequencies } from './document-frequencies.ts';
export { longestCommonSubsequence } from './longest-common-subsequence.ts';
export { countTokenized } from './looks-tokenized.ts';
export { meanOf } from './mean-of.ts';
