/** BLEU, ROUGE, CIDEr and other metrics of word sequences. */
export { freezeFrequencies, frozenFrequenciesSchema } from './document-frequencies.ts';
export { longestCommonSubsequence } from './longest-common-subsequence.ts';
export { meanOf } from './mean-of.ts';
