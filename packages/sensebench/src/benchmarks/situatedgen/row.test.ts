import { describe, expect, it } from 'vitest';
import { situatedGenExampleSchema } from './row.ts';

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
