import { expect, it } from 'vitest';
import { splitFields } from './item-fields.ts';

it('tells a field that all items share once, and shows lists and other values as texts', () => {
  const inputs = [
    { theme: 'a long text', question: 'Where?', words: ['a', 'b'] },
    { theme: 'a long text', question: 'When?', words: { first: 1 } },
  ];
  expect(splitFields(inputs)).toEqual({
    shared: [['theme', 'a long text']],
    own: [
      [
        ['question', 'Where?'],
        ['words', 'a, b'],
      ],
      [
        ['question', 'When?'],
        ['words', '{"first":1}'],
      ],
    ],
  });
  expect(splitFields([inputs[0]]).shared).toEqual([]);
  expect(splitFields(['plain']).own).toEqual([[['input', 'plain']]]);
});
