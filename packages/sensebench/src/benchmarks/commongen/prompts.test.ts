import { describe, expect, it } from 'vitest';
import { toItem } from './item.ts';
import { parseOutput, prompts } from './prompts.ts';

const item = toItem({ concept_set: 'dog#catch#frisbee', scene: ['A dog catches a frisbee.'], reason: ['Dogs play.'] }, 4);
const example = toItem({ concept_set: 'boy#kick#ball', scene: ['A boy kicks a ball.'] }, 0);

describe('an item', () => {
  it('is named by its line and carries rationales', () => {
    expect(item).toEqual({
      id: '4',
      input: { concepts: ['dog', 'catch', 'frisbee'] },
      references: ['A dog catches a frisbee.'],
      meta: { reasons: ['Dogs play.'] },
    });
  });
});

describe('prompts', () => {
  const render = (name: string) => prompts[name].render({ item, examples: [example] });

  it("have the paper's words", () => {
    expect(render('t5')).toBe('generate a sentence with dog catch frisbee.');
    expect(render('plain')).toBe('dog catch frisbee');
    expect(render('gpt2')).toBe('boy kick ball = A boy kicks a ball.\ndog catch frisbee =');
  });

  it('show examples as turns of a conversation, and never the reference of the item', () => {
    const turns = render('chat');
    expect(turns).toMatchObject([
      { role: 'system' },
      { role: 'user', content: 'Words: boy, kick, ball' },
      { role: 'assistant', content: 'A boy kicks a ball.' },
      { role: 'user', content: 'Words: dog, catch, frisbee' },
    ]);
    expect(JSON.stringify(turns)).not.toContain('A dog catches');
  });
});

describe('the prediction in an output', () => {
  it.each([
    ['A dog runs. It is happy.', 'A dog runs.'],
    ['\n\n1. A dog runs.\n2. A cat sits.', 'A dog runs.'],
    ['Sentence: "A dog runs."', 'A dog runs.'],
    ['a dog runs in the park', 'a dog runs in the park'],
    ['', ''],
  ])('of %j is its first sentence, bare', (output, expected) => {
    expect(parseOutput(output)).toBe(expected);
  });
});
