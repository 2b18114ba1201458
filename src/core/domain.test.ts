import { describe, expect, it } from 'vitest';
import {
  commonGenRowSchema,
  conceptsOf,
  decisionSchema,
  InputError,
  ledgerRowSchema,
  RunnerError,
  SetupError,
  situatedGenExampleSchema,
  statementSchema,
  tgcsrItemId,
} from './index.ts';

describe('a SituatedGen example', () => {
  const released = {
    keywords: ['July', 'Australia', 'snow', 'Canada', 'January', 'snow'],
    statement: 'Snow falls in Australia in July. Snow falls in Canada in January.',
    ids: ['a::train::1', 'a::train::2'],
    keywords_pos: [0, 0, 0, 1, 1, 1],
    statements: ['Snow falls in Australia in July.', 'Snow falls in Canada in January.'],
    something_else: { kept: true },
  };

  it('passes through without loss, unknown fields included', () => {
    expect(JSON.stringify(Object.entries(situatedGenExampleSchema.parse(released)).sort())).toBe(
      JSON.stringify(Object.entries(released).sort()),
    );
  });

  it('has one position per keyword', () => {
    expect(situatedGenExampleSchema.safeParse({ ...released, keywords_pos: [0] }).success).toBe(false);
    expect(situatedGenExampleSchema.safeParse({ ...released, keywords_pos: [0, 0, 0, 1, 1, 2] }).success).toBe(false);
    expect(situatedGenExampleSchema.safeParse({ ...released, ids: ['one'] }).success).toBe(false);
  });
});

describe('ids', () => {
  it('of statements are source::split::n', () => {
    expect(statementSchema.safeParse({ id: 'creak::train::12', text: 'x' }).success).toBe(true);
    expect(statementSchema.safeParse({ id: 'creak-12', text: 'x' }).success).toBe(false);
  });

  it('of TG-CSR pairs drop the letters in front of numbers', () => {
    expect(tgcsrItemId({ context: 'camping', question: 'CV1', answer: '12' })).toBe('camping/1/12');
  });
});

describe('rows', () => {
  it('of CommonGen hold their concepts in one field', () => {
    const row = commonGenRowSchema.parse({ concept_set: 'dog#frisbee#catch', scene: ['A dog catches a frisbee.'] });
    expect(conceptsOf(row)).toEqual(['dog', 'frisbee', 'catch']);
    expect(commonGenRowSchema.safeParse({ concept_set: 'dog##catch', scene: [] }).success).toBe(false);
  });

  it('of the ledger and of decisions say who, what and why', () => {
    expect(ledgerRowSchema.safeParse({ step: 'mine', rule: 'no pair', ids: ['a'] }).success).toBe(true);
    expect(ledgerRowSchema.safeParse({ step: 'nowhere', rule: 'no pair', ids: ['a'] }).success).toBe(false);
    expect(decisionSchema.safeParse({ item: 'a', annotator: 'A', task: 'filter', value: true }).success).toBe(true);
  });
});

describe('errors', () => {
  it('say where, what and what was expected, in one line', () => {
    expect(new InputError('is empty', { file: 'a.jsonl', line: 3, field: 'id', expected: 'a text' }).message).toBe(
      'a.jsonl:3, field "id": is empty (expected a text)',
    );
    expect(new InputError('is empty').message).toBe('is empty');
    expect(new SetupError('no model', 'run sensebench data add').message).toBe('no model; run sensebench data add');
    expect(new RunnerError('429', { retryable: true }).retryable).toBe(true);
  });
});
