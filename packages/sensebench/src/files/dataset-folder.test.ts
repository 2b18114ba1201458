import { describe, expect, it } from 'vitest';
import { ledgerRowSchema } from './dataset-folder.ts';

describe('a row of the ledger', () => {
  it('says which step dropped what by which rule; the builder names the step', () => {
    expect(ledgerRowSchema.safeParse({ step: 'deduplicate', rule: 'said before', ids: ['a'] }).success).toBe(true);
    expect(ledgerRowSchema.safeParse({ step: '', rule: 'said before', ids: ['a'] }).success).toBe(false);
    expect(ledgerRowSchema.safeParse({ step: 'mine', rule: 'no pair', ids: [] }).success).toBe(false);
  });
});
