/** Every metric. To add one, add a line. */
export { accuracy, classification } from './answers.ts';
export { bertscore } from './bertscore/metric.ts';
export { coverage } from './keywords/coverage.ts';
export { meteor } from './meteor/metric.ts';
export { softSpice, spice, spider } from './spice/metrics.ts';
export { bleu } from './text/bleu.ts';
export { bleuSacre } from './text/bleu-sacre.ts';
export { chrf } from './text/chrf.ts';
export { cider } from './text/cider.ts';
export { diversity } from './text/diversity.ts';
export { length } from './text/length.ts';
export { rouge, rougeMean, rougeStem, rougeStemMean } from './text/rouge.ts';
export { rougeLCoco } from './text/rouge-coco.ts';
export { rougeN, rougeNStem, rougeParts, rougePartsStem } from './text/rouge-parts.ts';
export { ter } from './text/ter.ts';
