/** The form of a task as the pages draw it. */
import { formOf } from '../../annotate/index.ts';
import type { Task } from '../../core/index.ts';

export interface StudyForm {
  fields: {
    path: string[];
    label: string;
    help?: string;
    kind: 'choice' | 'number' | 'text' | 'longtext' | 'list';
    required: boolean;
    options?: { value: string | number | boolean; label: string }[];
    min?: number;
    max?: number;
    whole?: boolean;
    sentences?: number;
  }[];
  lacking: string[];
}

export function studyForm(task: Pick<Task, 'value' | 'criteria'>, shown?: unknown): StudyForm {
  const { fields, lacking } = formOf(task, shown);
  return {
    fields: fields.map(({ path, least, most, options, ...field }) => ({
      ...field,
      path: [...path],
      ...(options ? { options: [...options] } : {}),
      ...(least === undefined ? {} : { min: least }),
      ...(most === undefined ? {} : { max: most }),
    })),
    lacking: [...lacking],
  };
}
