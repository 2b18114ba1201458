/** The compact form of evidence on a report's page: texts by index in a table, without defaults. */
import type { AnswerRow, EvidenceRows, Found } from './report-rows.ts';

export interface TextTable {
  texts: string[];
  placeOf(text: string): number;
}

export function createTextTable(): TextTable {
  const places = new Map<string, number>();
  const texts: string[] = [];
  return {
    texts,
    placeOf(text) {
      const known = places.get(text);
      if (known !== undefined) return known;
      places.set(text, texts.length);
      return texts.push(text) - 1;
    },
  };
}

export function packEvidence({ sought, marks = [] }: EvidenceRows, { placeOf }: TextTable): Pick<AnswerRow, 'sought' | 'marks'> {
  const more = ({ found, note }: { found: Found; note?: string }) => ({
    ...(found === 'first' ? {} : { found }),
    ...(note === undefined ? {} : { note: placeOf(note) }),
  });
  return {
    // Keeps an empty list, because an output without expected texts has evidence too.
    ...(sought
      ? { sought: sought.map((row) => ({ text: placeOf(row.text), ...more(row), ...(row.astray ? { astray: true } : {}) })) }
      : {}),
    ...(marks.length > 0 ? { marks: marks.map((row) => ({ start: row.start, end: row.end, ...more(row) })) } : {}),
  };
}

export function unpackEvidence({ sought, marks }: Pick<AnswerRow, 'sought' | 'marks'>, texts: readonly string[]): EvidenceRows {
  const more = ({ found = 'first', note }: { found?: Found; note?: number }) => ({
    found,
    ...(note === undefined ? {} : { note: texts[note] }),
  });
  return {
    ...(sought ? { sought: sought.map((row) => ({ text: texts[row.text], ...more(row), ...(row.astray ? { astray: true } : {}) })) } : {}),
    ...(marks ? { marks: marks.map((row) => ({ start: row.start, end: row.end, ...more(row) })) } : {}),
  };
}
