import { expect, it } from 'vitest';
import { faultLine, lineStart } from './yaml-lines.ts';

it('finds the line that a message names, and where it is in the text', () => {
  expect(faultLine('phases.yaml:12, field "phases.0.end": …')).toBe(12);
  expect(faultLine('the dataset has no split "x"')).toBeNull();
  const text = 'one\ntwo\n\nfour';
  const of = (line: number) => text.slice(...Object.values(lineStart(text, line)));
  expect([of(1), of(2), of(3), of(4), of(9)]).toEqual(['one', 'two', '', 'four', '']);
});
