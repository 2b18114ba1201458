import { describe, expect, it } from 'vitest';
import { evidenceRows, readEvidence } from './read-evidence.ts';

const match = { sought: [{ text: 'ice', groups: [1], astray: true }], marks: [{ start: 3, end: 6, group: 1, note: 'ice by text' }] };
const coverage = { sought: [{ text: 'ice', groups: [0] }], marks: [] };

describe('evidence for the report', () => {
  it('is that of the first metric that marks outputs', () => {
    expect(readEvidence({ meteor: '1 2 3', match, coverage })).toEqual(match);
    expect(readEvidence({ coverage })).toEqual(coverage);
  });

  it('is passed over where it is of another shape, as in older run folders', () => {
    const old = {
      match: { keywords: [{ keyword: 'ice', t: [0], p: 0, places: [[], []] }], ambiguous: 0 },
      coverage: [{ keyword: 'ice', places: [] }],
    };
    expect(readEvidence(old)).toBeUndefined();
    expect(readEvidence({ odd: { sought: 'ice', marks: [] }, none: null })).toBeUndefined();
    expect(readEvidence()).toBeUndefined();
  });

  it('says by name where each thing was found', () => {
    expect(evidenceRows(match)).toEqual({
      sought: [{ text: 'ice', astray: true, found: 'second' }],
      marks: [{ start: 3, end: 6, note: 'ice by text', found: 'second' }],
    });
    const found = [[], [0], [1], [0, 1]].map((groups) => evidenceRows({ sought: [{ text: '', groups }], marks: [] }).sought?.[0].found);
    expect(found).toEqual(['missing', 'first', 'second', 'both']);
    expect(evidenceRows(undefined)).toEqual({});
  });
});
