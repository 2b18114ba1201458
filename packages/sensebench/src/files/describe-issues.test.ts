import { expect, it } from 'vitest';
import { z } from 'zod';
import { checkWith } from './describe-issues.ts';

const schema = z.strictObject({
  name: z.string().min(1),
  count: z.number().int().positive(),
  mode: z.enum(['fast', 'thorough']).default('fast'),
  tags: z.array(z.string()).min(2).optional(),
  when: z.iso.datetime().optional(),
  either: z.union([z.string(), z.number()]).optional(),
  nested: z.union([z.object({ kind: z.literal('a'), size: z.number() }), z.string()]).optional(),
  own: z
    .number()
    .refine((value) => value !== 13, 'must not be 13')
    .optional(),
});

const mistakesOf = (value: unknown) => {
  const checked = checkWith(schema, value);
  return 'mistakes' in checked ? checked.mistakes.map(({ path, message }) => `${path.join('.')}: ${message}`) : [];
};
const good = { name: 'a', count: 1 };

it.each([
  [{ count: 1 }, 'name: is missing (expected a text)'],
  [{ ...good, name: '' }, 'name: must not be empty'],
  [{ ...good, count: 'abc' }, 'count: must be a number, not "abc"'],
  [{ ...good, count: -3 }, 'count: must be more than 0, not -3'],
  [{ ...good, count: 0.5 }, 'count: must be a whole number, not 0.5'],
  [{ ...good, mode: 'fats' }, 'mode: must be fast or thorough, not "fats"; did you mean "fast"?'],
  [{ ...good, tags: ['a'] }, 'tags: must have at least 2 entries'],
  [{ ...good, when: 'tomorrow' }, 'when: must be a date with its time, like 2027-01-31T12:00:00Z, not "tomorrow"'],
  [{ ...good, either: [] }, 'either: must be a text or a number, not a list'],
  [{ ...good, nested: { kind: 'a', size: 'large' } }, 'nested.size: must be a number, not "large"'],
  [{ ...good, own: 13 }, 'own: must not be 13'],
  [{ ...good, nmae: 'b' }, 'nmae: unknown field; did you mean "name"?'],
  [{ ...good, colour: 'b' }, 'colour: unknown field (expected name, count, mode, tags, when, either, nested, own)'],
])('%o', (value, message) => {
  expect(mistakesOf(value)).toEqual([message]);
});

it('gives all mistakes, unknown fields first, and the value where there are none', () => {
  expect(mistakesOf({ nmae: 'a', count: 0 })).toEqual([
    'nmae: unknown field; did you mean "name"?',
    'name: is missing (expected a text)',
    'count: must be more than 0, not 0',
  ]);
  expect(checkWith(schema, good)).toEqual({ value: { ...good, mode: 'fast' } });
});
