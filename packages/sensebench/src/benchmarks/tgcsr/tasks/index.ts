/** TG-CSR's annotation tasks. */
import type { Task } from '@sensebench/metrics/internal/core';
import { acceptTask } from './accept.ts';
import { rateTask } from './rate.ts';
import { reviewTask } from './review.ts';

export const TASKS: readonly Task[] = [rateTask, reviewTask, acceptTask];
