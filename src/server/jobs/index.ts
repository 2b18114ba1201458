/** Jobs that workers take from the store. */
export {
  addJob,
  cancelJob,
  completeJob,
  countJobs,
  failJob,
  type LeasedJob,
  listJobs,
  readJob,
  renewJob,
  takeJob,
} from './queue.ts';
