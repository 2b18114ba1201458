import { expect, it } from 'vitest';
import { onTheBoard } from './on-the-board.ts';

const sent = (id: string, at: string, more: object = {}) => ({
  ...{ id, at, account: 'Ada', phaseNumber: 1, row: 'mine', state: 'done' as const, withdrawn: false, final: false },
  ...more,
});

it('is the chosen submission, else the last that was scored and not withdrawn; for each row by itself', () => {
  expect(onTheBoard([sent('b', '2027-02'), sent('a', '2027-01')])).toEqual(new Set(['b']));
  expect(onTheBoard([sent('a', '2027-01', { final: true }), sent('b', '2027-02')])).toEqual(new Set(['a']));
  expect(onTheBoard([sent('a', '2027-01'), sent('b', '2027-02', { withdrawn: true }), sent('c', '2027-03', { state: 'failed' })])).toEqual(
    new Set(['a']),
  );
  expect(onTheBoard([sent('a', '2027-01'), sent('b', '2027-02', { row: 'other' }), sent('c', '2027-03', { phaseNumber: 2 })])).toEqual(
    new Set(['a', 'b', 'c']),
  );
});
