/** The content of a stored item: what may be shown, and what the task's aggregate needs and nobody may see. */
import { z } from 'zod';
import type { JsonObject, TaskItem } from '../../core/index.ts';

const contentSchema = z.object({ shown: z.unknown(), hidden: z.record(z.string(), z.json()).optional() });

/** As it is stored. */
export function contentOf({ shown, hidden }: Pick<TaskItem, 'shown' | 'hidden'>): unknown {
  return hidden === undefined ? { shown } : { shown, hidden };
}

export interface StoredItem {
  item: string;
  name: string;
  also: readonly string[];
  group: string | null;
  shown: unknown;
  gold: unknown;
  wanted: number;
}

/** As the task listed it. */
export function toTaskItem({ name, also, group, shown: stored, gold }: Omit<StoredItem, 'item' | 'wanted'>): TaskItem {
  const { shown, hidden } = readContent(stored);
  return {
    id: name,
    ...(also.length > 0 ? { also } : {}),
    ...(group === null ? {} : { group }),
    shown,
    ...(hidden === undefined ? {} : { hidden }),
    ...(gold === null || gold === undefined ? {} : { gold }),
  };
}

export function readContent(stored: unknown): { shown: unknown; hidden?: JsonObject } {
  return contentSchema.parse(stored);
}
