/** A language model as judge. */
export { JUDGE, JUDGE_CRITERIA, type JudgeItem, judgeItems } from './judge.ts';
export { summarizePairs, summarizeSingle } from './judge-summary.ts';
