/** Item analysis: which items are hard, which tell systems apart, and which may have a wrong key. */
export { type ChosenItems, chooseItems } from './choose-items.ts';
export { type DescribedItem, describeItems } from './describe-items.ts';
export { type FittedItems, fitItems, type ItemModel, type ItemParameters, type Responses } from './fit-items.ts';
export type { ScoreTable } from './score-table.ts';
