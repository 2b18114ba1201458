/** The form of a task as the pages draw it. */

import { formOf } from '../../annotate/index.ts';
import type { Task } from '../../core/index.ts';
import type { Form } from '../http/shapes.ts';

export function studyForm(task: Pick<Task, 'value' | 'criteria'>, shown?: unknown): Form {
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
