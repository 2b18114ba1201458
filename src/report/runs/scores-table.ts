/** Scores of one or several systems as a table for a terminal, with intervals and signatures. */
import { z } from 'zod';
import type { Benchmark, Column, Scores, Table } from '../../core/index.ts';
import { tableToText } from '../index.ts';
import { printedScore, scaleNote } from './printed-scores.ts';

export interface ScoresTableOptions {
  /** Metrics of the benchmark. */
  own?: Benchmark['ownMetrics'];
  /** The benchmark's `modelScores`. */
  modelScores?: Benchmark['modelScores'];
  /** The scores to show, where any of them was measured. Default: all. */
  columns?: readonly string[];
  /** The width of the terminal. */
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

/** Signatures of the scores of several systems: one line per signature, with the names of the systems where they differ. */
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
    const systemNames = names.size < systems.length ? ` (${[...names].join(', ')})` : '';
    return `${[...outputs].join(', ')}${systemNames}: ${signature}`;
  }).join('\n');
}

interface ChanceRow {
  system: string;
  scores: Readonly<Record<string, number>>;
}

/** The scores of guessing by chance, as rows of a table: a single row if all systems have the same items. */
export function chanceRows(systems: readonly { name: string; scores: Pick<Scores, 'chance'> }[]): ChanceRow[] {
  const found = new Map<string, { name: string; chance: Record<string, number> }>();
  for (const { name, scores } of systems) {
    const { chance } = scores;
    if (chance && !found.has(JSON.stringify(chance))) found.set(JSON.stringify(chance), { name, chance });
  }
  return Array.from(found.values(), ({ name, chance }) => ({ system: found.size > 1 ? `chance (${name})` : 'chance', scores: chance }));
}

/** Printed in place of a paper's score that needs a model which the user has to provide. */
export const NEEDS_MODEL = 'needs a model';

type ModelScores = Benchmark['modelScores'];

/** The scores that were not measured, although their metric was, because they need a model which the user has to provide. */
export function missedScores(measured: readonly string[], modelScores: ModelScores = {}): string[] {
  return Object.keys(modelScores).filter((output) => !measured.includes(output) && measured.includes(modelScores[output].beside));
}

/** The scores that were measured with another model than the paper's, and are not set beside the paper's. */
export function otherModels(systems: readonly { scores: Partial<Pick<Scores, 'signatures'>> }[], modelScores: ModelScores = {}): string[] {
  return Object.keys(modelScores).filter((output) =>
    systems.some(({ scores }) => {
      const signature = scores.signatures?.[output];
      return signature !== undefined && !signature.startsWith(modelScores[output].signature);
    }),
  );
}

export const columnOptions = {
  allMetrics: z.boolean().default(false).describe("all scores in the printed table, not only the benchmark's columns"),
};

/** The columns to print; undefined for all. Metrics named on the command line are always shown. */
export function shownColumns(
  benchmark: Pick<Benchmark, 'columns'> | undefined,
  { allMetrics, metrics }: { allMetrics: boolean; metrics: readonly string[] },
): readonly string[] | undefined {
  return allMetrics || metrics.length > 0 ? undefined : benchmark?.columns;
}

/** The line below a table that leaves scores out; otherwise empty. */
export function hiddenScores({ corpus }: Pick<Scores, 'corpus'>, columns?: readonly string[]): string {
  const hidden = columns ? Object.keys(corpus).filter((output) => !columns.includes(output)).length : 0;
  return hidden > 0 ? `\n${hidden} more scores with --all-metrics or --json` : '';
}

/** In the order of the columns. */
export function chooseColumns(outputs: readonly string[], columns?: readonly string[]): readonly string[] {
  const chosen = columns?.filter((column) => outputs.includes(column)) ?? [];
  return chosen.length > 0 ? chosen : outputs;
}
