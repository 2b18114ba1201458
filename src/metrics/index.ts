/** Metrics: the table of them, `score`, and the statistics of agreement and significance. */
export * from './bootstrap.ts';
export {
  type ClassificationPair,
  type ClassificationScores,
  type ConfusionCounts,
  classification,
  classificationScores,
  classify,
  confusionCounts,
  readYesNo,
} from './classification.ts';
export { type CohenKappaOptions, cohenKappa } from './cohen-kappa.ts';
export { cronbachAlpha } from './cronbach-alpha.ts';
export { type FrozenFrequencies, freezeFrequencies, frozenFrequenciesSchema } from './document-frequencies.ts';
export { fleissKappa } from './fleiss-kappa.ts';
export { hitAtK, rankOfScore } from './hit-at-k.ts';
export { holm } from './holm.ts';
export { kendallTau } from './kendall-tau.ts';
export { type KrippendorffAlphaOptions, krippendorffAlpha, type MeasurementLevel } from './krippendorff-alpha.ts';
export { loadTools } from './load-tools.ts';
export type { MetricOptions } from './metric-options.ts';
export { type MetricWorkers, startMetricWorkers } from './metric-workers.ts';
export { type PairedBootstrapResult, type PairedTestOptions, pairedBootstrap } from './paired-bootstrap.ts';
export { type PairedPermutationResult, pairedPermutation } from './paired-permutation.ts';
export { pearson } from './pearson.ts';
export type { Label, RatingTable } from './ratings.ts';
export { type ChosenMetric, chooseMetrics, DEFAULT_METRICS, METRICS, type MetricEntry, needsOf } from './registry.ts';
export { type Measured, measure, type ScoreRequest, score } from './score.ts';
export { ranks, spearman } from './spearman.ts';
