import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accuracy } from './accuracy.ts';
import { readYesNo } from './classification.ts';
import { READ_LABEL, readLabel } from './read-label.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc
    .tuple(
      fc.constantFrom('', ' ', '"', '¿', '\u00a0', '('),
      fc.constantFrom('yes', 'no', 'TRUE', 'false', '1', '0', 'A', 'b', 'no yes', 'yes,no', 'ja'),
      fc.constantFrom('', '.', ' ', '\n', '!)', ' because'),
    )
    .map((parts) => parts.join('')),
);
const labels = fc.constantFrom(['yes', 'no'], ['no', 'yes'], ['true', 'false'], ['A', 'B', 'C'], ['0', '1', '2'], ['yes', 'no', 'maybe']);

describe('the label that a text names', () => {
  it('is read by yes and no as the classification reads them', () => {
    fc.assert(
      fc.property(text, (own) => {
        const truth = readYesNo(own);
        expect(readLabel(own, ['no', 'yes'])).toBe(truth === null ? null : truth ? 'yes' : 'no');
      }),
    );
  });

  it('is the one that the accuracy finds right', () => {
    fc.assert(
      fc.property(text, labels, (own, list) => {
        const read = readLabel(own, list);
        const right = list.filter((label) => {
          const item = { id: 'a', input: '', references: [label], meta: {} };
          return accuracy.segment({ item, candidate: read ?? own, tokens: { candidate: [], references: [] } }, undefined) === 1;
        });
        expect(right).toEqual(read === null ? [] : [read]);
      }),
    );
  });

  it('is the same in the scripts of starter kits', () => {
    const script = runInNewContext(`${READ_LABEL}; readLabel`) as typeof readLabel;
    fc.assert(
      fc.property(text, labels, (own, list) => {
        expect(script(own, list)).toBe(readLabel(own, list));
      }),
    );
  });
});
