/** What docs/reproduction.md says beside its tables: why figures differ, measured. Figures that are written here come from the runs of the tables. */

export const WHY = [
  '**Why figures differ.**',
  '',
  '- **Training time.** The runs had minutes of a shared processor, the paper’s up to twelve hours of a GPU. The mean-pooling model alone saw the whole training split, three times: all four compared figures reach the paper’s,',
  '  and BLEU-4 and CIDEr pass it. The bidirectional model saw 55% of the sentences once, the transformer 21%, the Levenshtein model 12%: they stay below the paper, coverage most. The',
  '  mean-pooling model, too, was far behind after its first pass (ROUGE-2 of greedy sentences on dev 16.5, 19.0 and 21.4 after one, two and three passes; the bidirectional one 13.2, the transformer 11.7 where they stopped).',
  '- **Seeds.** Each seed of the bidirectional model also drew other sentences, so their spread is that of data and of the start together. Models this short of training differ much.',
  '- **Length.** OpenNMT-py’s beam search has no length penalty by default, and so had ours. The row “divided by length” is the same model with the mean log-probability per word: sentences are a sixth longer and every',
  '  figure rises, BLEU-4 most, by two points.',
  '- **Optimizer and words.** Adam with a falling learning rate in place of lr 0.2, one table of vectors for concepts and sentences, and words seen fewer than three times outside the vocabulary. That makes 1.6 to 2.3 million',
  '  parameters instead of 6.3 to 8.1. Which of them lifts the mean-pooling model above the paper was not measured.',
  '- **Levenshtein.** 1.3 million parameters instead of 55. It keeps the concepts (coverage), but hardly learned what to write between them (BLEU-4).',
  '',
];

export const SMOL_NOTES = [
  '- Without examples the completion prompts (`c1 c2 … ck =`) tell the model nothing, and it writes nothing that counts; one example is enough to change that. The other differences between numbers of examples are within the intervals of so few items.',
  '- The model says no to nearly every answer of TG-CSR: its accuracy is the share of no, and F1 is 0.',
];
