/** Reads concept-sets that people wrote references for: rows of CommonGen's released layout, 3 to 5 concepts, at least one reference. */
import { InputError } from '../../../core/index.ts';
import { readJsonl } from '../../../files/index.ts';
import { type CommonGenRow, commonGenRowSchema, conceptsOf } from '../row.ts';

export async function readWritten(path: string): Promise<CommonGenRow[]> {
  const rows: CommonGenRow[] = [];
  for await (const { value, line } of readJsonl(path, commonGenRowSchema)) {
    const size = new Set(conceptsOf(value)).size;
    if (size < 3 || size > 5 || size < conceptsOf(value).length) {
      throw new InputError(`"${value.concept_set}" is not a concept-set`, {
        file: path,
        line,
        field: 'concept_set',
        expected: '3 to 5 different concepts',
      });
    }
    if (value.scene.length === 0)
      throw new InputError('has no reference', { file: path, line, field: 'scene', expected: 'at least one sentence' });
    const { concept_set, scene, reason } = value;
    rows.push({ concept_set, scene, ...(reason ? { reason } : {}) });
  }
  if (rows.length === 0) throw new InputError('has no concept-set', { file: path, expected: 'rows with concept_set and scene' });
  return rows;
}
