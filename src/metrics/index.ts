/** Metrics: the table of them, `score`, and the statistics of agreement and significance. */

export { type CohenKappaOptions, cohenKappa } from './agreement/cohen-kappa.ts';
export { cronbachAlpha } from './agreement/cronbach-alpha.ts';
export { fleissKappa } from './agreement/fleiss-kappa.ts';
export { kendallTau } from './agreement/kendall-tau.ts';
export { type KrippendorffAlphaOptions, krippendorffAlpha, type MeasurementLevel } from './agreement/krippendorff-alpha.ts';
export { pearson } from './agreement/pearson.ts';
export type { Label, RatingTable } from './agreement/ratings.ts';
export { ranks, spearman } from './agreement/spearman.ts';
export {
  type ClassificationPair,
  type ClassificationScores,
  type ConfusionCounts,
  classification,
  classificationScores,
  classify,
  confusionCounts,
  readYesNo,
} from './answers/classification.ts';
export { READ_LABEL, readLabel } from './answers/read-label.ts';
export { type Printed, printedAs, printedScore } from './printed.ts';
export {
  type AnyMetric,
  baseOf,
  type ChosenMetric,
  chooseMetrics,
  DEFAULT_METRICS,
  METRICS,
  type MetricOptions,
  needsOf,
  optionTable,
  refuseFiles,
  threadsOf,
} from './registry.ts';
export { loadTools } from './score/load-tools.ts';
export type { MetricWorkers } from './score/measure-items.ts';
export { measure, score } from './score/score.ts';
export type { ScoreRequest, TextRequest } from './score/score-request.ts';
export { type TextScore, type TextScorer, type TextScorerInput, textScorer } from './score/text-scorer.ts';
export * from './significance/bootstrap.ts';
export { holm } from './significance/holm.ts';
export { type PairedBootstrapResult, type PairedTestOptions, pairedBootstrap } from './significance/paired-bootstrap.ts';
export { type PairedPermutationResult, pairedPermutation } from './significance/paired-permutation.ts';
export {
  type Estimate,
  type JudgedLabels,
  type PoweredEstimate,
  type PoweredOptions,
  predictionPowered,
} from './significance/prediction-powered.ts';
export { roganGladen, type TestedRate } from './significance/rogan-gladen.ts';
export { type FrozenFrequencies, freezeFrequencies } from './text/document-frequencies.ts';
