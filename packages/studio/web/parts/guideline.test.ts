import { expect, it } from 'vitest';
import { blocksOf } from './guideline.tsx';

it('reads paragraphs, lists, numbered lists and notes below an item', () => {
  expect(blocksOf('Goal: x\nmore\n\n1. one\n   - a note\n2. two\n\n- a\n- b\nafter')).toEqual([
    { kind: 'paragraph', numbered: false, lines: ['Goal: x', 'more'] },
    { kind: 'list', numbered: true, lines: ['one\na note', 'two'] },
    { kind: 'list', numbered: false, lines: ['a', 'b'] },
    { kind: 'paragraph', numbered: false, lines: ['after'] },
  ]);
});
