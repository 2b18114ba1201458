/** Scores of one or several systems as a table for a terminal, with intervals and signatures. */
import type { Benchmark, Column, Metric, Scores, Table } from '../../core/index.ts';
import { tableToText } from '../../report/index.ts';
import { chanceRows } from './chance-rows.ts';
import { missedScores, NEEDS_MODEL } from './model-scores.ts';
import { printedScore, scaleNote } from './printed-scores.ts';
import { chooseColumns } from './systems-table.ts';

export interface ScoresTableOptions {
  /** Metrics of the benchmark. */
  own?: readonly Metric[];
  /** Of the benchmark. */
  modelScores?: Benchmark['modelScores'];
  /** Only these scores, where there are any of them. Default: all. */
  columns?: readonly string[];
  /** Of the terminal. */
  width?: number;
}

export function scoresTable(
  systems: readonly { name: string; scores: Scores }[],
  { own, modelScores, columns, width }: ScoresTableOptions = {},
): string {
  const measured = [...new Set(systems.flatMap(({ scores }) => Object.keys(scores.corpus)))];
  const missed = missedScores(measured, modelScores);
  const outputs = chooseColumns([...measured, ...missed], columns);
  const cell = ({ scores }: { scores: Scores }, output: string) => {
    const value = scores.corpus[output];
    if (missed.includes(output)) return NEEDS_MODEL;
    if (value === null || value === undefined) return null;
    const interval = scores.intervals?.[output];
    const range = interval ? ` [${interval.map((bound) => printedScore(output, bound, own)).join(', ')}]` : '';
    return printedScore(output, value, own) + range;
  };
  const printed = (value: number | undefined, output: string) => (value === undefined ? null : printedScore(output, value, own));
  const chance = chanceRows(systems);
  const alone = systems.length === 1;
  const table: Table = alone
    ? {
        columns: [
          { key: 'metric', label: 'metric' },
          { key: 'score', label: 'score', align: 'right' },
          ...(chance.length > 0 ? [{ key: 'chance', label: 'chance', align: 'right' as const }] : []),
          { key: 'signature', label: 'signature' },
        ],
        rows: outputs.map((output) => ({
          metric: output,
          score: cell(systems[0], output),
          chance: chance.length > 0 ? printed(chance[0].scores[output], output) : null,
          signature: systems[0].scores.signatures[output] ?? modelScores?.[output]?.signature ?? '',
        })),
      }
    : {
        columns: [{ key: 'system', label: 'system' }, ...outputs.map((output): Column => ({ key: output, label: output, align: 'right' }))],
        rows: [
          ...systems.map((system) => ({
            system: system.name,
            ...Object.fromEntries(outputs.map((output) => [output, cell(system, output)])),
          })),
          ...chance.map(({ system, scores }) => ({
            system,
            ...Object.fromEntries(outputs.map((output) => [output, printed(scores[output], output)])),
          })),
        ],
      };
  const { items, empty } = systems[0].scores;
  const signatures = alone ? '' : `\n\n${signatureLines(systems, outputs)}`;
  return `${tableToText(table, { width })}\n${items} items${alone && empty ? `, ${empty} empty predictions` : ''}; ${scaleNote(outputs, own)}${signatures}`;
}

/** How each score of several systems was made: one line for outputs with one signature; a system is named where the systems differ. */
function signatureLines(systems: readonly { name: string; scores: Scores }[], shown: readonly string[]): string {
  const lines = new Map<string, { outputs: Set<string>; names: Set<string> }>();
  for (const { name, scores } of systems) {
    for (const [output, signature] of Object.entries(scores.signatures)) {
      if (!shown.includes(output)) continue;
      const line = lines.get(signature) ?? { outputs: new Set(), names: new Set() };
      line.outputs.add(output);
      line.names.add(name);
      lines.set(signature, line);
    }
  }
  return Array.from(lines, ([signature, { outputs, names }]) => {
    const who = names.size < systems.length ? ` (${[...names].join(', ')})` : '';
    return `${[...outputs].join(', ')}${who}: ${signature}`;
  }).join('\n');
}
