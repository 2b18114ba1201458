import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerOf, formOf } from './form-of.ts';
import { labelsOf } from './value-node.ts';

const kinds = (value: z.ZodType, shown?: unknown) =>
  formOf({ value }, shown).fields.map(({ path, kind, required }) => `${path.join('.')} ${kind}${required ? '!' : ''}`);

describe('a form', () => {
  it('has a field for each part of a value', () => {
    const value = z.object({
      valid: z.boolean(),
      level: z.enum(['low', 'high']),
      fit: z.number().int().min(1).max(5),
      weight: z.number().min(0).optional(),
      name: z.string(),
      why: z.string().optional().meta({ control: 'longtext', title: 'Why?', description: 'in a sentence' }),
      words: z.array(z.string()).default([]),
      inner: z.object({ sure: z.boolean() }),
      secret: z.string().optional().meta({ control: 'hidden' }),
    });
    expect(kinds(value)).toEqual([
      'valid choice!',
      'level choice!',
      'fit choice!',
      'weight number',
      'name text!',
      'why longtext',
      'words list',
      'inner.sure choice!',
    ]);
    const { fields, lacking } = formOf({ value });
    expect(fields[0].options).toEqual([
      { value: true, label: 'yes' },
      { value: false, label: 'no' },
    ]);
    expect(fields[2].options?.map((option) => option.value)).toEqual([1, 2, 3, 4, 5]);
    expect(fields[3]).toMatchObject({ least: 0, whole: false });
    expect(fields[5]).toMatchObject({ label: 'Why?', help: 'in a sentence' });
    expect(lacking).toEqual([]);
  });

  it('takes the text of a criterion as help, and labels of a scale', () => {
    const value = z.record(z.string(), z.enum(['yes', 'no']));
    expect(formOf({ value, criteria: { fluent: 'It is fluent.' } }).fields).toMatchObject([
      { path: ['fluent'], help: 'It is fluent.', kind: 'choice' },
    ]);
    const scale = formOf({ value: z.number().meta({ labels: { 1: 'bad', 2: 'good' } }) }).fields;
    expect(scale).toMatchObject([
      {
        path: [],
        kind: 'choice',
        options: [
          { value: 1, label: 'bad' },
          { value: 2, label: 'good' },
        ],
      },
    ]);
  });

  it('has a field for each part that is shown', () => {
    const value = z.object({ why: z.record(z.string(), z.string().meta({ control: 'longtext' })).meta({ keys: { of: 'sentences' } }) });
    expect(kinds(value, { sentences: ['A.', 'B.'] })).toEqual(['why.A. longtext', 'why.B. longtext']);
    const ranks = z.record(z.string(), z.number()).meta({ keys: { of: 'outputs', name: 'letter' }, ranks: true });
    const { fields } = formOf({ value: ranks }, { outputs: [{ letter: 'A' }, { letter: 'B' }] });
    expect(fields).toMatchObject([{ path: ['A'], kind: 'choice', required: true, options: [{ value: 1 }, { value: 2 }] }, { path: ['B'] }]);
  });

  it('asks for the first form of a value that it can show', () => {
    const value = z.union([z.number().transform((rating) => ({ rating })), z.object({ rating: z.number() })]);
    expect(kinds(value)).toEqual(['rating number!']);
    expect(kinds(z.preprocess((given) => given, z.enum(['a', 'b'])))).toEqual([' choice!']);
  });

  it('says what it cannot ask for', () => {
    const value = z.object({ spans: z.array(z.object({ start: z.number() })), note: z.string() });
    expect(formOf({ value })).toMatchObject({ fields: [{ path: ['note'] }], lacking: ['spans'] });
  });
});

describe('an answer', () => {
  it('is made from what was filled in; empty fields are left out', () => {
    const paths = [['a'], ['b', 'c'], ['b', 'd'], ['e'], ['f', 'g']].map((path) => ({ path, required: false }));
    expect(answerOf(paths, [1, 'x', '', null, ''])).toEqual({ a: 1, b: { c: 'x' }, f: {} });
    expect(answerOf([{ path: [], required: true }], ['yes'])).toBe('yes');
    expect(answerOf([{ path: ['f', 'g'], required: true }], [''])).toEqual({});
  });

  it('takes any key as a key', () => {
    const answer = answerOf([{ path: ['__proto__', 'x'], required: false }], [1]);
    expect(Object.keys(answer as object)).toEqual(['__proto__']);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});

describe('labels', () => {
  it('are choices and numbers, not texts', () => {
    const value = z.object({ rating: z.number().nullable(), comment: z.string().optional(), kind: z.enum(['a', 'b']).optional() });
    expect(labelsOf({ value }, { rating: 3, comment: 'well' })).toEqual({ rating: 3, kind: null });
    expect(labelsOf({ value: z.enum(['yes', 'no']) }, 'yes')).toEqual({ answer: 'yes' });
    expect(labelsOf({ value: z.record(z.string(), z.boolean()) }, { x: true })).toEqual({ x: true });
    expect(labelsOf({ value: z.string() }, 'free')).toEqual({});
  });

  it('are those of the task where it has a rule', () => {
    expect(labelsOf({ value: z.string(), labels: (text) => ({ long: text.length > 3 }) }, 'free')).toEqual({ long: true });
  });
});
