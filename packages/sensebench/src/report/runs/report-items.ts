/** The items of a report as rows for its browser: inputs, choices, outputs, references, scores, groups, evidence. */

import { type Benchmark, describeInput, type Evidence, type Item, labelChoices } from '@sensebench/metrics/internal/core';
import { printedAs } from '@sensebench/metrics/internal/metrics';
import { z } from 'zod';
import type { EvaluatedRun } from '../../files/index.ts';
import {
  type AnswerRow,
  BLOCK_ROWS,
  type ChoiceRow,
  createTextTable,
  type EvidenceRows,
  foundIn,
  type ItemBlock,
  type ItemRow,
  packEvidence,
  packJson,
  type ReportRows,
  type TextTable,
} from '../index.ts';

const evidenceSchema = z.object({
  sought: z.array(z.object({ text: z.string(), groups: z.array(z.number()), astray: z.boolean().optional(), note: z.string().optional() })),
  marks: z.array(z.object({ start: z.number(), end: z.number(), group: z.number(), note: z.string().optional() })),
});

/** Longer outputs are cut on the page, which says so. */
const LONGEST_SHOWN = 20_000;
/** The page shows at most so many items, the first ones, and says so. */
export const MOST_SHOWN = 50_000;
/** The limit on the packed items of a page, so that the page stays below 100 MB. */
const MOST_CHARACTERS = 80_000_000;

export interface ReportItemsOptions {
  benchmark: Pick<Benchmark, 'breakdowns' | 'choices' | 'ownMetrics'>;
  items: readonly Item[];
  runs: readonly EvaluatedRun[];
  outputs: readonly string[];
  /** Default: MOST_SHOWN. */
  most?: number;
  /** Default: MOST_CHARACTERS. */
  mostCharacters?: number;
}

export interface ReportItems {
  rows: ReportRows;
  /** The packed blocks after the first. */
  blocks: string[];
}

/** Only items that at least one run has answered. */
export function reportItems(options: ReportItemsOptions): ReportItems {
  const { benchmark, items, runs, outputs, most = MOST_SHOWN, mostCharacters = MOST_CHARACTERS } = options;
  const shown = items.filter(({ id }) => runs.some(({ predictions }) => predictions.has(id))).slice(0, most);
  const inputs = shown.map((item) => describeInput(item, choiceRows(item, benchmark)));
  const common = commonBeginning(inputs);
  const groups = Object.entries(benchmark.breakdowns).map(([name, groupOf]) => ({ name, groupOf, places: new Map<string, number>() }));
  const scores = runs.map((run) => new Map(run.scores.perItem.map((row) => [row.id, row])));
  const columns = createColumns(options, groups.length);
  const blocks: string[] = [];
  let count = 0;
  for (let characters = 0; count < shown.length && characters < mostCharacters; ) {
    const table = createTextTable();
    const rows = shown.slice(count, count + BLOCK_ROWS).map((item, i): ItemRow => {
      const choices = choiceRows(item, benchmark);
      return {
        id: item.id,
        input: inputs[count + i].slice(common.length),
        ...(choices ? { choices } : {}),
        references: item.references.map((text) => text.slice(0, LONGEST_SHOWN)),
        answers: runs.map((run, r) => answerRow(run, { item, outputs, scores: scores[r].get(item.id), table })),
        ...(groups.length > 0 ? { groups: groups.map(({ groupOf, places }) => placeOf(groupOf(item), places)) } : {}),
      };
    });
    for (const row of rows) columns.add(row);
    blocks.push(packJson({ texts: table.texts, items: rows } satisfies ItemBlock));
    characters += blocks[blocks.length - 1].length;
    count += rows.length;
  }
  const [first = packJson({ texts: [], items: [] } satisfies ItemBlock), ...others] = blocks;
  return {
    rows: {
      runs: runs.map(({ name }) => name),
      ...(common ? { common } : {}),
      outputs: outputs.map((name) => ({ name, scale: printedAs(name, benchmark.ownMetrics).scale })),
      groups: groups.map(({ name, places }) => ({ name, values: [...places.keys()] })),
      count,
      first,
      columns: columns.pack(),
    },
    blocks: others,
  };
}

function createColumns({ runs, outputs }: Pick<ReportItemsOptions, 'runs' | 'outputs'>, breakdowns: number) {
  const ids: string[] = [];
  const groups = Array.from({ length: breakdowns }, (): (number | null)[] => []);
  const scores = runs.map(() => outputs.map((): (number | null)[] => []));
  const missing = runs.map((): number[] => []);
  let sought = false;
  return {
    add(row: ItemRow): void {
      ids.push(row.id);
      for (const [g, column] of groups.entries()) column.push(row.groups?.[g] ?? null);
      for (const [r, answer] of row.answers.entries()) {
        for (const [o, column] of scores[r].entries()) column.push(answer.scores[o]);
        missing[r].push(answer.sought?.some(({ found }) => found === 'missing') ? 1 : 0);
        sought ||= answer.sought !== undefined;
      }
    },
    pack: (): ReportRows['columns'] => ({
      ids: packJson(ids),
      groups: groups.map(packJson),
      scores: scores.map((own) => own.map(packJson)),
      ...(sought ? { missing: missing.map(packJson) } : {}),
    }),
  };
}

interface AnswerOf {
  item: Item;
  outputs: readonly string[];
  scores: EvaluatedRun['scores']['perItem'][number] | undefined;
  table: TextTable;
}

function answerRow({ predictions, evidence, prompts }: EvaluatedRun, { item, outputs, scores, table }: AnswerOf): AnswerRow {
  const text = predictions.get(item.id)?.prediction ?? '';
  const prompt = prompts?.get(item.id)?.map((line) => table.placeOf(line.slice(0, LONGEST_SHOWN)));
  return {
    text: text.slice(0, LONGEST_SHOWN),
    ...(text.length > LONGEST_SHOWN ? { length: text.length } : {}),
    scores: outputs.map((output) => shorten(scores?.[output])),
    ...(prompt ? { prompt } : {}),
    ...packEvidence(evidenceRows(readEvidence(evidence.get(item.id))), table),
  };
}

/** The whole fields with which all inputs begin, as `describeInput` joins them. */
function commonBeginning(inputs: readonly string[]): string {
  let common = '';
  if (inputs.length < 2) return common;
  for (;;) {
    const end = inputs[0].indexOf(' · ', common.length);
    if (end < 0) return common;
    const longer = inputs[0].slice(0, end + 3);
    if (!inputs.every((input) => input.startsWith(longer))) return common;
    common = longer;
  }
}

/** The choices of an item, with the right one marked where its label is known. */
export function choiceRows(item: Item, { choices }: Pick<Benchmark, 'choices'>): ChoiceRow[] | undefined {
  if (!choices) return undefined;
  return labelChoices(choices(item)).map((choice) => ({ ...choice, ...(item.references.includes(choice.label) ? { right: true } : {}) }));
}

function shorten(value: unknown): number | null {
  return typeof value === 'number' ? Number(value.toFixed(5)) : null;
}

function placeOf(group: string | null, places: Map<string, number>): number | null {
  if (group === null) return null;
  if (!places.has(group)) places.set(group, places.size);
  return places.get(group) ?? null;
}

/** `found` is a line of evidence.jsonl, by metric in the order of the run. Other evidence, and that of older run folders, is passed over. */
export function readEvidence(found: Readonly<Record<string, unknown>> = {}): Evidence | undefined {
  for (const evidence of Object.values(found)) {
    if (typeof evidence !== 'object' || evidence === null || !('sought' in evidence)) continue;
    const read = evidenceSchema.safeParse(evidence);
    if (read.success) return read.data;
  }
  return undefined;
}

/** As the rows of the report hold it. */
export function evidenceRows(evidence: Evidence | undefined): EvidenceRows {
  if (!evidence) return {};
  return {
    sought: evidence.sought.map(({ groups, ...sought }) => ({ ...sought, found: foundIn(groups) })),
    marks: evidence.marks.map(({ group, ...mark }) => ({ ...mark, found: foundIn([group]) })),
  };
}
