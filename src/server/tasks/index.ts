/** Work in other processes, off the server's event loop. */
export { packError } from './errors.ts';
export { Busy, pageTask, runHere, type Task, type TaskRunner } from './task.ts';
export { type Reply, type Request, startTaskWorkers, type TaskWorkers, type WorkerWorld } from './task-workers.ts';
