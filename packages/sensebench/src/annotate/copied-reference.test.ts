import { expect, it } from 'vitest';
import { humanAnswerOf, withCopiedReference } from './human-answers.ts';

const item = (id: string, references: string[]) => ({ id, input: id, references, meta: {} });

it('takes one reference out of each item that has several, by seed', () => {
  const items = withCopiedReference([item('a', ['one', 'two', 'three']), item('b', ['alone'])], 1);
  expect(items.map(({ id }) => id)).toEqual(['a']);
  expect([humanAnswerOf(items[0]), ...items[0].references].sort()).toEqual(['one', 'three', 'two']);
  expect(withCopiedReference([item('a', ['one', 'two', 'three'])], 1)).toEqual(items);
  expect(() => withCopiedReference([item('b', ['alone'])], 1)).toThrow(/no item has two/);
});
