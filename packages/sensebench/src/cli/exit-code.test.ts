import { InputError } from '@sensebench/metrics/internal/core';
import { afterEach, expect, it, vi } from 'vitest';
import { EXIT, explain } from './exit-code.ts';

afterEach(() => vi.restoreAllMocks());

it('writes what a hostile file holds so that it cannot steer the terminal', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(explain(new InputError('is not JSON: "\u001b[2J\u0000\u202e\u009b"\nand more\tß'))).toBe(EXIT.input);
  expect(write.mock.calls).toEqual([['sensebench: is not JSON: "\\u001b[2J\\u0000\\u202e\\u009b" and more\tß\n']]);
});

it('cuts a message that quotes a long value', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  explain(new InputError(`is of the task "${'x'.repeat(50_000)}"`));
  expect(String(write.mock.calls[0][0])).toHaveLength('sensebench: '.length + 1500 + ' …\n'.length);
});
