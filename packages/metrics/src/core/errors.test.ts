import { describe, expect, it } from 'vitest';
import { InputError, RunnerError, SetupError } from './errors.ts';

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
