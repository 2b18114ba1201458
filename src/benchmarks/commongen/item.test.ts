import { describe, expect, it } from 'vitest';
import { commonGenRowSchema, conceptsOf } from './item.ts';

describe('a row of CommonGen', () => {
  it('holds its concepts in one field', () => {
    const row = commonGenRowSchema.parse({ concept_set: 'dog#frisbee#catch', scene: ['A dog catches a frisbee.'] });
    expect(conceptsOf(row)).toEqual(['dog', 'frisbee', 'catch']);
    expect(commonGenRowSchema.safeParse({ concept_set: 'dog##catch', scene: [] }).success).toBe(false);
  });
});
