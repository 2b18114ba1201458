/** CommonGen's parts that commands use. */
export type { CommonGenItem } from './item.ts';
export { judgePredictions, liteScores } from './lite/lite.ts';
