import { expect, it } from 'vitest';
import { readQuery, writeQuery } from './use-query.ts';

const known = { find: '', sort: 'value' };

it('keeps in the address what differs from the usual view, and nothing that the page does not know', () => {
  expect(writeQuery(known, known)).toBe('');
  const search = writeQuery({ find: 'a & b', sort: 'value' }, known);
  expect(search).toBe('?find=a+%26+b');
  expect(readQuery(`${search}&evil=1`, known)).toEqual({ find: 'a & b', sort: 'value' });
});
