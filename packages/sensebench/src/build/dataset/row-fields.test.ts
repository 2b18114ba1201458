import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeType, rowFields } from './row-fields.ts';

const field = (schema: z.ZodType) => {
  const [{ name: _name, description: _description, optional: _optional, ...shape }] = rowFields(z.object({ a: schema }));
  return shape;
};

describe('rowFields', () => {
  it('gives names, descriptions and what may be missing, in the order of the schema', () => {
    const row = z.looseObject({ b: z.string().describe('the input'), a: z.number().optional().describe('a score') }).refine(() => true);
    expect(rowFields(row)).toEqual([
      { name: 'b', description: 'the input', type: 'text', optional: false },
      { name: 'a', description: 'a score', type: 'number', optional: true },
    ]);
  });

  it.each([
    ['text', z.string(), { type: 'text' }],
    ['text of an enumeration', z.enum(['yes', 'no']), { type: 'text' }],
    ['integer', z.number().int(), { type: 'integer' }],
    ['number', z.number(), { type: 'number' }],
    ['boolean', z.boolean(), { type: 'boolean' }],
    ['a value that may be null', z.string().nullable(), { type: 'text' }],
    ['a list that may be null', z.array(z.string()).nullable(), { type: 'text', array: -1 }],
    ['list of texts', z.array(z.string()), { type: 'text', array: -1 }],
    ['list of 2 texts', z.tuple([z.string(), z.string()]), { type: 'text', array: 2 }],
    ['list of integers', z.array(z.union([z.literal(0), z.literal(1)])), { type: 'integer', array: -1 }],
    ['object', z.record(z.string(), z.unknown()), { type: null }],
    ['mixed', z.union([z.string(), z.boolean()]), { type: null }],
    ['list of objects', z.array(z.object({ a: z.string() })), { type: null, array: -1 }],
  ])('%s', (_name, schema, shape) => {
    expect(field(schema)).toEqual(shape);
  });

  it('says types in words', () => {
    expect(describeType({ type: 'text', array: 2 })).toBe('list of 2 texts');
    expect(describeType({ type: 'integer', array: -1 })).toBe('list of integers');
    expect(describeType({ type: null })).toBe('object');
  });
});
