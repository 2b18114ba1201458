import { describe, expect, it } from 'vitest';
import { createTextTable, packEvidence, unpackEvidence } from './pack-evidence.ts';
import type { EvidenceRows } from './report-rows.ts';

const evidence: EvidenceRows = {
  sought: [
    { text: 'ice', found: 'first' },
    { text: 'sun', found: 'missing', note: 'ice' },
    { text: 'ice', found: 'both', astray: true },
  ],
  marks: [
    { start: 0, end: 3, found: 'first', note: 'ice by lemma: ice' },
    { start: 5, end: 8, found: 'second' },
  ],
};

describe('packed evidence', () => {
  it('names each text once and leaves defaults out', () => {
    const table = createTextTable();
    expect(packEvidence(evidence, table)).toEqual({
      sought: [{ text: 0 }, { text: 1, found: 'missing', note: 0 }, { text: 0, found: 'both', astray: true }],
      marks: [
        { start: 0, end: 3, note: 2 },
        { start: 5, end: 8, found: 'second' },
      ],
    });
    expect(table.texts).toEqual(['ice', 'sun', 'ice by lemma: ice']);
  });

  it('comes back as it was, also from JSON', () => {
    const table = createTextTable();
    const stored = JSON.parse(JSON.stringify(packEvidence(evidence, table)));
    expect(unpackEvidence(stored, table.texts)).toEqual(evidence);
  });

  it('keeps an empty list of sought texts apart from none', () => {
    const table = createTextTable();
    expect(packEvidence({ sought: [], marks: [] }, table)).toEqual({ sought: [] });
    expect(packEvidence({}, table)).toEqual({});
    expect(unpackEvidence({}, [])).toEqual({});
  });
});
