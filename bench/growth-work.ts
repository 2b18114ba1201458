/** What growth is measured on: evaluating and scoring made items, as words of the command line. */
import { join } from 'node:path';
import type { MadeItems } from './made-items.ts';

const DEFAULT = 'bleu,rouge,rougeLCoco,cider,ciderD,meteor';
const MEANS = 'rouge,rougeLCoco';

/** By name; `out` is a folder that is not there yet. */
export const WORK: Readonly<Record<string, (made: MadeItems, out: string) => string[]>> = {
  'evaluate-file': ({ dataset, predictions }, out) => evaluate(dataset, `file:${predictions}`, out, DEFAULT),
  'evaluate-keywords': ({ dataset }, out) => evaluate(dataset, 'keywords', out, DEFAULT),
  'evaluate-means': ({ dataset, predictions }, out) => evaluate(dataset, `file:${predictions}`, out, MEANS),
  'score-default': (made, out) => score(made, out, DEFAULT),
  'score-means': (made, out) => score(made, out, MEANS),
};

function evaluate(dataset: string, model: string, out: string, metrics: string): string[] {
  return ['evaluate', 'commongen', '--dataset', dataset, '--model', model, '--out', out, '--metrics', metrics, '--quiet'];
}

function score({ dataset, predictions }: MadeItems, out: string, metrics: string): string[] {
  return [
    ...['score', 'commongen', '--dataset', dataset, '--predictions', predictions, '--metrics', metrics],
    ...['--output', join(out, 'scores.json'), '--quiet'],
  ];
}
