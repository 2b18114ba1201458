/** A language model as judge: an annotator of the tasks that judge outputs. */
export { askJudge } from './ask-judge.ts';
export { judgeOne, judgeTwo } from './judging.ts';
