/** The table that a person reads: one row per system, fractions ×100 and CIDEr ×10 as the papers print them, published rows below. */
import type { Benchmark, Scores } from '../core/index.ts';
import { fixed, type Table, tableToText, type Value } from '../report/index.ts';

export interface NamedScores {
  name: string;
  scores: Scores;
}

/** CIDEr stands ×10 in the papers, lengths as they are, everything else ×100. */
const FACTORS: Readonly<Record<string, number>> = { cider: 10, ciderD: 10, ciderUnclipped: 10, length: 1, lengthWords: 1 };

export function scoresTable(systems: readonly NamedScores[], benchmark?: Pick<Benchmark, 'published'>): string {
  return tableToText(toTable(systems, benchmark));
}

export function toTable(systems: readonly NamedScores[], benchmark?: Pick<Benchmark, 'published'>): Table {
  const outputs = [...new Set(systems.flatMap(({ scores }) => Object.keys(scores.corpus)))];
  const scaled = (output: string, value: number | null | undefined): Value =>
    typeof value === 'number' ? value * (FACTORS[output] ?? 100) : null;
  const published = (benchmark?.published ?? []).filter(({ scores }) => outputs.some((output) => output in scores));
  return {
    columns: [
      { key: 'system', label: 'System' },
      ...outputs.map((output) => ({ key: output, label: output, format: fixed(2), align: 'right' as const })),
    ],
    rows: [
      ...systems.map(({ name, scores }) => ({
        system: name,
        ...Object.fromEntries(outputs.map((output) => [output, scaled(output, scores.corpus[output])])),
      })),
      ...published.map(({ system, source, split, scores }) => ({
        system: `${system} (published: ${source}, ${split})`,
        ...Object.fromEntries(outputs.map((output) => [output, scaled(output, scores[output])])),
      })),
    ],
    muted: ({ system }) => String(system).includes('(published: '),
  };
}
