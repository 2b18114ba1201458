/** Metrics of answers that are right or wrong. */
export {
  type ClassificationPair,
  type ConfusionCounts,
  classification,
  classificationScores,
  confusionCounts,
  readYesNo,
} from './classification.ts';
