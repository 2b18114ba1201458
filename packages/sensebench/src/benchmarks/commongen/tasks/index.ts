/** CommonGen's annotation tasks. */
import type { Task } from '@sensebench/metrics/internal/core';
import { rationalesTask } from './rationales.ts';
import { referencesTask } from './references.ts';

export const TASKS: readonly Task[] = [referencesTask, rationalesTask];
