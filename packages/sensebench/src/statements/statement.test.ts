import { describe, expect, it } from 'vitest';
import { statementSchema } from './statement.ts';

describe('a statement', () => {
  it('is named source::split::n', () => {
    expect(statementSchema.safeParse({ id: 'creak::train::12', text: 'x' }).success).toBe(true);
    expect(statementSchema.safeParse({ id: 'creak-12', text: 'x' }).success).toBe(false);
  });
});
