import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRowFile } from './row-file.ts';

it('gives rows back by place and in order, whatever their size, while more are added', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.record({ text: fc.string({ unit: 'binary' }) }), fc.constant(null)), { maxLength: 50 }),
      (rows) => {
        const file = createRowFile<unknown>();
        for (const [place, row] of rows.entries()) {
          file.add(row);
          expect(file.get(place)).toEqual(row);
        }
        expect([...file]).toEqual(rows);
        expect([...file]).toEqual(rows);
        expect(file.length).toBe(rows.length);
        file.close();
        file.close();
      },
    ),
    { numRuns: 50 },
  );
});

it('holds rows of more than a block, and says where there is none', () => {
  const file = createRowFile<string>();
  const rows = Array.from({ length: 40 }, (_, i) => `${i} ${'x'.repeat(20_000)}`);
  for (const row of rows) file.add(row);
  expect([...file]).toEqual(rows);
  expect(file.get(39)).toBe(rows[39]);
  expect(() => file.get(40)).toThrow(RangeError);
  file.close();
});
