import { expect, it } from 'vitest';
import { METRICS } from './registry.ts';
import { scoreLabel } from './score-label.ts';

it.each([
  ['bleu4', 'BLEU-4'],
  ['rougeL', 'ROUGE-L'],
  ['rouge2StemMean', 'ROUGE-2 (stemmed, mean over references)'],
  ['rougeLsumPStem', 'ROUGE-Lsum (precision, stemmed)'],
  ['bertscoreRRescaled', 'BERTScore (recall, rescaled)'],
  ['ciderUnclippedUnordered', 'CIDEr (unclipped, either order)'],
  ['wordOverlap', 'Word overlap'],
])('%s is %s', (output, label) => {
  expect(scoreLabel(output)).toBe(label);
});

it('gives every score of every metric a name of its own', () => {
  const outputs = [...new Set(Object.values(METRICS).flatMap((metric) => metric.outputs))];
  expect(new Set(outputs.map((output) => scoreLabel(output))).size).toBe(outputs.length);
});

it('takes the name that a metric of a benchmark gives', () => {
  const [metric] = Object.values(METRICS);
  const own = { ...metric, outputs: ['match'], printed: { match: { label: 'MATCH' } } };
  expect(scoreLabel('match', [own])).toBe('MATCH');
});
