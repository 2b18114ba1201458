// Scorers of sensebench beside those of autoevals: both are called alike.
import { Levenshtein, type Scorer } from 'autoevals';
import { textScorer } from 'sensebench/metrics';

const scorers: Scorer<string, object>[] = [Levenshtein, textScorer('rougeL'), textScorer('meteor')];

for (const scorer of scorers) {
  const { name, score } = await scorer({ output: 'The cat is asleep on a chair.', expected: 'A cat sleeps on the chair.' });
  console.log(`${name} ${score?.toFixed(4)}`);
}
