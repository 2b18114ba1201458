/** Metrics: the table of them, `score`, and the statistics of agreement and significance. */

export { kendallTau, pearson, ranks, spearman, williamsTest } from './agreement/correlation.ts';
export { cronbachAlpha } from './agreement/cronbach-alpha.ts';
export { type CohenKappaOptions, cohenKappa, fleissKappa } from './agreement/kappa.ts';
export { type KrippendorffAlphaOptions, krippendorffAlpha, type MeasurementLevel } from './agreement/krippendorff-alpha.ts';
export type { Label, RatingTable } from './agreement/ratings.ts';
export {
  type ClassificationPair,
  type ClassificationScores,
  type ConfusionCounts,
  classification,
  classificationScores,
  classify,
  confusionCounts,
  READ_LABEL,
  readLabel,
  readYesNo,
} from './answers.ts';
export { type ChosenItems, chooseItems } from './item-response/choose-items.ts';
export { type DescribedItem, describeItems } from './item-response/describe-items.ts';
export { type FittedItems, fitItems, type ItemModel, type ItemParameters, type Responses } from './item-response/fit-items.ts';
export type { ScoreTable } from './item-response/score-table.ts';
export { type FoundKeyword, keywordEvidence } from './keywords/coverage.ts';
export {
  type AnalysedKeywords,
  analyseKeywords,
  createWordForms,
  findKeyword,
  type KeywordPlace,
  type Span,
  type WordForms,
} from './keywords/find-keywords.ts';
export { compileParaphrases } from './meteor/compile-paraphrases.ts';
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
  type Printed,
  printedAs,
  printedScore,
  refuseFiles,
  threadsOf,
} from './registry.ts';
export { loadTools, type MetricWorkers } from './score/measure-items.ts';
export { measure, score } from './score/score.ts';
export type { ScoreRequest, TextRequest } from './score/score-request.ts';
export { type TextScore, type TextScorer, type TextScorerInput, textScorer } from './score/text-scorer.ts';
export { scoreLabel } from './score-label.ts';
export * from './significance/bootstrap.ts';
export { fisherExact } from './significance/fisher-exact.ts';
export { type Influence, influenceRounds } from './significance/influence.ts';
export { resamplingSignature, scoredIntervals, shareInterval, unitsOfItems } from './significance/intervals.ts';
export {
  comparePair,
  holm,
  PAIRED_TESTS,
  type PairedDifference,
  type PairedOptions,
  type PairedResampling,
  pairedResampling,
  RESAMPLES,
} from './significance/paired-comparison.ts';
export {
  type PairedBootstrapResult,
  type PairedPermutationResult,
  type PairedTestOptions,
  pairedBootstrap,
  pairedPermutation,
} from './significance/paired-resampling.ts';
export {
  type Estimate,
  type JudgedLabels,
  labelsNeeded,
  type PoweredEstimate,
  type PoweredOptions,
  predictionPowered,
} from './significance/prediction-powered.ts';
export { clusteredEffect, detectable, robustError, type SidedOutcome } from './significance/robust-error.ts';
export { roganGladen, type TestedRate } from './significance/rogan-gladen.ts';
export { type SharedUnits, separateUnits, shareUnits } from './significance/shared-units.ts';
export { oneSidedP } from './significance/student-t.ts';
export { type FrozenFrequencies, freezeFrequencies } from './text/document-frequencies.ts';
export { countTokenized } from './text/looks-tokenized.ts';
export { meanOf } from './text/mean-of.ts';
export { longestCommonSubsequence } from './text/rouge-shared.ts';
