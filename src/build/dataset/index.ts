/** The dataset folder: card, Croissant, ledger, explanations. */
export { type CroissantField, type CroissantFile, croissant } from './croissant.ts';
export { type CardSection, type DatasetCard, renderCard, sizeCategory } from './dataset-card.ts';
export { describeFile } from './describe-file.ts';
export { EXPLAIN_ARGUMENTS, explainOptionsSchema, explainRow } from './explain.ts';
export { countDrops, describeDrop } from './ledger.ts';
