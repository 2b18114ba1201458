/** SituatedGen's annotation tasks. */
import type { Task } from '@sensebench/metrics/internal/core';
import { auditTask } from './audit.ts';
import { filterTask } from './filter.ts';
import { writeTask } from './write.ts';

export const TASKS: readonly Task[] = [filterTask, auditTask, writeTask];
