import { InputError, readOutput } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { tgcsr } from './benchmark.ts';
import { type TgcsrItem, toItem } from './item.ts';
import { labelFromText, parseOutput, prompts } from './prompts.ts';

describe('what a model said', () => {
  it.each([
    ['yes', 'yes'],
    ['Yes.', 'yes'],
    ['No, because it is late', 'no'],
    ['true', 'yes'],
    ['0', 'no'],
    ['Answer: No', 'no'],
    ['It could be yes or no, but my answer is yes', 'yes'],
    ['I would say yes here', 'yes'],
    ['maybe', null],
    ['yes and no are both possible', 'yes'],
    ['Either yes or no', null],
    ['', null],
    ['Nothing', null],
  ])('%s is %s', (output, label) => {
    expect(labelFromText(output)).toBe(label);
  });

  it('stays as it is where it does not decide, and so counts as wrong', () => {
    expect(parseOutput('  perhaps ')).toBe('perhaps');
    expect(readOutput('It could be yes or no, but my answer is yes', item, tgcsr)).toBe('yes');
  });
});

const item: TgcsrItem = toItem({
  id: 'x/1/2',
  context: 'x',
  category: 'Time',
  theme: 'Ida left her umbrella on the bus.',
  questionID: '1',
  question: 'When did she notice?',
  answerID: '2',
  answer: 'When it rained',
  label: 'yes',
});

describe('the prompts', () => {
  it.each(Object.entries(prompts))('%s holds theme, question and answer, is marked ours, and hides the label', (_name, template) => {
    const text = JSON.stringify(template.render({ item, examples: [] }));
    for (const part of [item.input.theme, item.input.question, item.input.answer]) expect(text).toContain(part);
    expect(template.source).toMatch(/^ours/);
    const other = JSON.stringify(template.render({ item: { ...item, references: ['no'] }, examples: [] }));
    expect(other).toBe(text);
  });

  it('show few-shot examples with their labels', () => {
    const example = { ...item, references: ['no'], input: { ...item.input, answer: 'In the evening' } };
    expect(prompts.fit.render({ item, examples: [example] })).toContain(
      'Answer: In the evening\nIs the answer a good fit for the question? Reply with yes or no.\nReply: no\n\n',
    );
    expect(prompts.chat.render({ item, examples: [example] })).toContainEqual({ role: 'assistant', content: 'no' });
    expect(prompts.statement.render({ item, examples: [example] })).toContain('True or false? false');
  });

  it('refuse items that have no texts', () => {
    const bare = { ...item, meta: { ...item.meta, withoutTexts: true } };
    expect(() => prompts.chat.render({ item: bare, examples: [] })).toThrow(InputError);
  });
});
