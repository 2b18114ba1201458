/** Scores of one or several systems as a table for a terminal: ×100 as in the papers, CIDEr ×10, lengths as they are. */
import type { Column, Scores, Table } from '../../core/index.ts';
import { tableToText } from '../../report/index.ts';

/** Scores that are no fractions: by what they are multiplied when printed. */
const FACTORS: Readonly<Record<string, number>> = { cider: 10, ciderD: 10, ciderUnclipped: 10, length: 1, lengthWords: 1 };

export function printedScore(output: string, value: number): string {
  return ((FACTORS[output] ?? 100) * value).toFixed(2);
}

export function scoresTable(systems: readonly { name: string; scores: Scores }[]): string {
  const outputs = [...new Set(systems.flatMap(({ scores }) => Object.keys(scores.corpus)))];
  const cell = ({ scores }: { scores: Scores }, output: string) => {
    const value = scores.corpus[output];
    if (value === null || value === undefined) return null;
    const interval = scores.intervals?.[output];
    const range = interval ? ` [${interval.map((bound) => printedScore(output, bound)).join(', ')}]` : '';
    return printedScore(output, value) + range;
  };
  const alone = systems.length === 1;
  const table: Table = alone
    ? {
        columns: [
          { key: 'metric', label: 'metric' },
          { key: 'score', label: 'score', align: 'right' },
          { key: 'signature', label: 'signature' },
        ],
        rows: outputs.map((output) => ({
          metric: output,
          score: cell(systems[0], output),
          signature: systems[0].scores.signatures[output] ?? '',
        })),
      }
    : {
        columns: [{ key: 'system', label: 'system' }, ...outputs.map((output): Column => ({ key: output, label: output, align: 'right' }))],
        rows: systems.map((system) => ({
          system: system.name,
          ...Object.fromEntries(outputs.map((output) => [output, cell(system, output)])),
        })),
      };
  const { items, empty } = systems[0].scores;
  return `${tableToText(table)}\n${items} items${alone && empty ? `, ${empty} empty predictions` : ''}; ×100, CIDEr ×10`;
}
