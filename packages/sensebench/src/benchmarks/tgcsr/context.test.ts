import { describe, expect, it } from 'vitest';
import { tgcsrItemId } from './context.ts';

describe('the id of a pair', () => {
  it('drops the letters in front of numbers', () => {
    expect(tgcsrItemId({ context: 'camping', question: 'CV1', answer: '12' })).toBe('camping/1/12');
  });
});
