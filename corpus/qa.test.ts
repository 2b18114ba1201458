import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const id = z.string().regex(/^starter::train::\d+$/);
const question = z.string().min(8);
const choices = z.array(z.strictObject({ label: z.enum(['A', 'B', 'C', 'D', 'E']), text: z.string().min(1) })).min(4);
const itemSchema = z.discriminatedUnion('style', [
  z.strictObject({ id, style: z.literal('claim'), claim: z.string().regex(/^[A-Z].*\.$/), label: z.boolean() }),
  z.strictObject({ id, style: z.literal('yes-no'), question: question.regex(/^[A-Z].*\?$/), answer: z.boolean() }),
  z.strictObject({ id, style: z.literal('choice-commonsense'), question, choices, answerKey: z.string() }),
  z.strictObject({ id, style: z.literal('choice-science'), question, choices, answerKey: z.string() }),
  z.strictObject({ id, style: z.literal('fact'), text: z.string().regex(/^[A-Z].*\.$/) }),
]);
type Item = z.infer<typeof itemSchema>;

const FILES = {
  'claims.jsonl': 'claim',
  'yes-no.jsonl': 'yes-no',
  'choice-commonsense.jsonl': 'choice-commonsense',
  'choice-science.jsonl': 'choice-science',
  'facts.jsonl': 'fact',
};
const folder = new URL('./qa/', import.meta.url);
const read = (file: string): Item[] =>
  readFileSync(new URL(file, folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => itemSchema.parse(JSON.parse(line)));
const items = Object.keys(FILES).flatMap(read);

function textOf(item: Item): string {
  if (item.style === 'claim') return item.claim;
  return item.style === 'fact' ? item.text : item.question;
}

/** A place or a time: any capital letter or digit after the first word, or a word for a season or a part of the day. */
const SITUATED =
  /\s[A-Z0-9]|\d|\b(spring|summer|autumn|winter|morning|afternoon|evening|night|midnight|noon|week|month|year|day|decade|century)s?\b/i;

describe('the questions and statements written for the starter corpus', () => {
  it('are at least 2,000, and at least 110 in each style', () => {
    expect(readdirSync(folder).sort()).toEqual(Object.keys(FILES).sort());
    expect(items.length).toBeGreaterThanOrEqual(2000);
    for (const [file, style] of Object.entries(FILES)) {
      expect(read(file).every((item) => item.style === style)).toBe(true);
      expect(read(file).length, file).toBeGreaterThanOrEqual(110);
    }
  });

  it('have an id of their own each, in rising order within a file: a new row takes a new number', () => {
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
    for (const file of Object.keys(FILES)) {
      const numbers = read(file).map((item) => Number(item.id.split('::')[2]));
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }
  });

  it('hold no text twice, however it is written', () => {
    const texts = items.map((item) =>
      textOf(item)
        .toLowerCase()
        .replace(/\b(the|a|an|do|does|did|is|are)\b|[^a-z0-9 ]/g, '')
        .split(/ +/)
        .sort()
        .join(' '),
    );
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  it('offer distinct choices, one of which is the answer', () => {
    for (const item of items) {
      if (!('choices' in item)) continue;
      expect(item.choices.map((choice) => choice.label).join('')).toBe('ABCDE'.slice(0, item.choices.length));
      expect(new Set(item.choices.map((choice) => choice.text)).size, item.id).toBe(item.choices.length);
      expect(
        item.choices.some((choice) => choice.label === item.answerKey),
        item.id,
      ).toBe(true);
    }
  });

  it('have no favourite answer', () => {
    for (const style of ['choice-commonsense', 'choice-science']) {
      const keys = items.flatMap((item) => (item.style === style && 'answerKey' in item ? [item.answerKey] : []));
      for (const key of new Set(keys))
        expect(keys.filter((other) => other === key).length / keys.length, `${style} ${key}`).toBeLessThan(0.4);
    }
    const verdicts = items.flatMap((item) => (item.style === 'claim' ? [item.label] : item.style === 'yes-no' ? [item.answer] : []));
    expect(verdicts.filter((verdict) => !verdict).length).toBeGreaterThan(80);
  });

  it('mostly speak of a place or a time', () => {
    const situated = items.filter((item) =>
      SITUATED.test(`${textOf(item).slice(1)} ${'choices' in item ? item.choices.map((choice) => ` ${choice.text}`).join('') : ''}`),
    );
    expect(situated.length / items.length).toBeGreaterThan(0.8);
  });
});
