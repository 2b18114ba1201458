/** Jobs that workers take from the store. */
export {
  addJob,
  cancelJob,
  completeJob,
  countJobs,
  failJob,
  type Job,
  type LeasedJob,
  listJobs,
  type NewJob,
  readJob,
  renewJob,
  takeJob,
} from './queue.ts';
