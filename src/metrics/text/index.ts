/** BLEU, ROUGE, CIDEr and other metrics of word sequences. */
export { BLEU_SMOOTHINGS } from './bleu-sacre.ts';
export { BLEU_TOKENIZERS } from './bleu-tokenizers.ts';
export { freezeFrequencies, frozenFrequenciesSchema } from './document-frequencies.ts';
export { longestCommonSubsequence } from './longest-common-subsequence.ts';
export { countTokenized } from './looks-tokenized.ts';
export { meanOf } from './mean-of.ts';
