// An evalite file: `npx evalite`. Each item has a score for every scorer.
import { evalite } from 'evalite';
import { textScorer } from 'sensebench/metrics';

evalite('captions', {
  data: [
    { input: 'dog, snow', expected: ['A dog is running through the snow.', 'The brown dog runs in deep snow.'] },
    { input: 'cat, chair', expected: ['A cat sleeps on the chair.'] },
  ],
  // Your model comes here.
  task: async (input) => (input === 'dog, snow' ? 'A dog runs through deep snow.' : 'The cat is asleep on a chair.'),
  scorers: [textScorer('bleu4'), textScorer('rougeL'), textScorer('meteor')],
});
