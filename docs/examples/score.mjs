import { score } from 'sensebench/metrics';

const { corpus, intervals, signatures, perItem } = await score({
  predictions: ['A dog runs through deep snow.', 'The cat is asleep on a chair.', 'Two boys throw a ball.'],
  references: [
    ['A dog is running through the snow.', 'The brown dog runs in deep snow.'],
    'A cat sleeps on the chair.',
    ['Two boys are throwing a ball.', 'Boys play with a ball in the park.'],
  ],
  metrics: ['bleu', 'rougeL', 'cider'],
  intervals: { seed: 17 },
});

console.log(`BLEU-2 ${corpus.bleu2.toFixed(4)}, ROUGE-L ${corpus.rougeL.toFixed(4)}, CIDEr ${corpus.cider.toFixed(4)}`);
console.log(`ROUGE-L between ${intervals.rougeL.map((bound) => bound.toFixed(4)).join(' and ')}`);
console.log(`first item: ROUGE-L ${perItem[0].rougeL.toFixed(4)}`);
console.log(signatures.rougeL);
