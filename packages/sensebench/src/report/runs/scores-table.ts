/** Scores of one or several systems as a table for a terminal, with intervals and signatures. */

import type { Benchmark, Column, Scores, Table } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { printedScore, scaleNote, scoreLabel } from './printed-scores.ts';

export interface ScoresTableOptions {
  /** Metrics of the benchmark. */
  own?: Benchmark['ownMetrics'];
  /** The benchmark's `modelScores`. */
  modelScores?: Benchmark['modelScores'];
  /** The scores to show, where any of them was measured. Default: all. */
  columns?: readonly string[];
  /** The columns of the benchmark, which come first where all scores are shown. */
  first?: readonly string[];
}

/** One system has a row for each score with its signature; several have a row each, and their signatures are notes. */
export function scoresTable(
  systems: readonly { name: string; scores: Scores }[],
  { own, modelScores, columns, first }: ScoresTableOptions = {},
): { table: Table; notes: string[] } {
  const measured = paperFirst([...new Set(systems.flatMap(({ scores }) => Object.keys(scores.corpus)))], { columns: first, modelScores });
  const outputs = chooseColumns(measured, columns);
  const { items, empty } = systems[0].scores;
  const alone = systems.length === 1;
  return {
    table: alone ? tableOfOne(systems[0], outputs, own) : tableOfSeveral(systems, outputs, own),
    notes: [
      `${items} items${alone && empty ? `, ${empty} empty predictions` : ''}; ${scaleNote(outputs, own)}`,
      ...missedNotes(measured, modelScores, own),
      ...(alone ? [] : ['', ...signatureLines(systems, outputs, own)]),
    ],
  };
}

type Own = Benchmark['ownMetrics'];

function tableOfOne(system: { name: string; scores: Scores }, outputs: readonly string[], own: Own): Table {
  const [chance] = chanceRows([system]);
  return {
    columns: [
      { key: 'metric', label: 'Metric' },
      { key: 'score', label: 'Score', align: 'right' },
      ...(chance ? [{ key: 'chance', label: 'Chance', align: 'right' as const }] : []),
      { key: 'signature', label: 'Signature' },
    ],
    rows: outputs.map((output) => ({
      metric: scoreLabel(output, own),
      score: scoreCell(system, output, own),
      ...(chance ? { chance: printed(chance.scores[output], output, own) } : {}),
      signature: system.scores.signatures[output] ?? '',
    })),
  };
}

function tableOfSeveral(systems: readonly { name: string; scores: Scores }[], outputs: readonly string[], own: Own): Table {
  return {
    columns: [
      { key: 'system', label: 'System' },
      ...outputs.map((output): Column => ({ key: output, label: scoreLabel(output, own), align: 'right' })),
    ],
    rows: [
      ...systems.map((system) => ({
        system: system.name,
        ...Object.fromEntries(outputs.map((output) => [output, scoreCell(system, output, own)])),
      })),
      ...chanceRows(systems).map(({ system, scores }) => ({
        system,
        ...Object.fromEntries(outputs.map((output) => [output, printed(scores[output], output, own)])),
      })),
    ],
  };
}

function scoreCell({ scores }: { scores: Scores }, output: string, own: Own): string | null {
  const value = scores.corpus[output];
  if (value === null || value === undefined) return null;
  const interval = scores.intervals?.[output];
  const range = interval ? ` [${interval.map((bound) => printedScore(output, bound, own)).join(', ')}]` : '';
  return printedScore(output, value, own) + range;
}

function printed(value: number | undefined, output: string, own: Own): string | null {
  return value === undefined ? null : printedScore(output, value, own);
}

/** How each score of several systems was made: one line for outputs with one signature; a system is named where the systems differ. */
function signatureLines(systems: readonly { name: string; scores: Scores }[], shown: readonly string[], own: Own): string[] {
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
    return `${[...outputs].map((output) => scoreLabel(output, own)).join(', ')}${who}: ${signature}`;
  });
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

type ModelScores = Benchmark['modelScores'];

/** Scores of the paper that were not measured although their metric was: they need a model of the user's. */
function missedNotes(measured: readonly string[], modelScores: ModelScores = {}, own: Own = []): string[] {
  const missed = Object.keys(modelScores).filter((output) => !measured.includes(output) && measured.includes(modelScores[output].beside));
  return missed.map((output) => `${scoreLabel(output, own)}, a score of the paper, needs the model of ${modelScores[output].signature}`);
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

/** A line below the table, where scores are left out; else none. */
export function hiddenScores({ corpus }: Pick<Scores, 'corpus'>, columns?: readonly string[]): string[] {
  const hidden = columns ? Object.keys(corpus).filter((output) => !columns.includes(output)).length : 0;
  return hidden > 0 ? [`${hidden} more ${hidden === 1 ? 'score' : 'scores'} with --all-metrics or --json`] : [];
}

/** The paper's columns in its order, and then all other scores. Metrics that a user chose stay in the user's order. */
export function paperFirst(
  outputs: readonly string[],
  { columns = [], modelScores = {} }: Partial<Pick<Benchmark, 'columns' | 'modelScores'>> = {},
): string[] {
  const first = columns.filter((column) => outputs.includes(column));
  if (!columns.every((column) => outputs.includes(column) || column in modelScores)) return [...outputs];
  return [...first, ...outputs.filter((output) => !first.includes(output))];
}

/** In the order of the columns. */
export function chooseColumns(outputs: readonly string[], columns?: readonly string[]): readonly string[] {
  const chosen = columns?.filter((column) => outputs.includes(column)) ?? [];
  return chosen.length > 0 ? chosen : outputs;
}
