/** A language model as judge: an annotator of the tasks that judge outputs. */
export { calibrate, type FieldCalibration, type Share } from './calibrate.ts';
export { askJudge, judgeOne, judgeTwo } from './judging.ts';
export { rubricOf } from './questions.ts';
