/** The items of a report as rows for its browser: inputs, choices, outputs, references, scores, groups, evidence. */
import { type Benchmark, describeInput, type Item, labelChoices } from '../../core/index.ts';
import { printedAs } from '../../metrics/index.ts';
import { type AnswerRow, type ChoiceRow, createTextTable, type ItemRow, packEvidence, type ReportRows } from '../../report/index.ts';
import type { EvaluatedRun } from '../scores/read-run.ts';
import { evidenceRows, readEvidence } from './read-evidence.ts';

/** An output longer than this is cut in the page, and the page says so. */
const LONGEST_SHOWN = 20_000;
/** Lines of prompts that a page holds, at most: the others are in prompts.jsonl alone. */
const MOST_PROMPT_LINES = 50_000;
/** A page with more items takes a browser long to open: it shows the first of them, and says so. */
export const MOST_SHOWN = 20_000;

export interface ReportItemsOptions {
  benchmark: Pick<Benchmark, 'breakdowns' | 'choices' | 'ownMetrics'>;
  items: readonly Item[];
  runs: readonly EvaluatedRun[];
  outputs: readonly string[];
  /** Default: MOST_SHOWN. */
  most?: number;
}

/** Only items that at least one run has answered. */
export function reportItems({ benchmark, items, runs, outputs, most = MOST_SHOWN }: ReportItemsOptions): ReportRows {
  const scores = runs.map((run) => new Map(run.scores.perItem.map((row) => [row.id, row])));
  const groups = Object.entries(benchmark.breakdowns).map(([name, groupOf]) => ({ name, groupOf, places: new Map<string, number>() }));
  const table = createTextTable();
  const rows = items
    .filter(({ id }) => runs.some(({ predictions }) => predictions.has(id)))
    .slice(0, most)
    .map((item): ItemRow => {
      const choices = choiceRows(item, benchmark);
      return {
        id: item.id,
        input: describeInput(item, choices),
        ...(choices ? { choices } : {}),
        references: item.references.map((text) => text.slice(0, LONGEST_SHOWN)),
        answers: runs.map(({ predictions, evidence, prompts }, r) => {
          const text = predictions.get(item.id)?.prediction ?? '';
          return {
            text: text.slice(0, LONGEST_SHOWN),
            ...(text.length > LONGEST_SHOWN ? { length: text.length } : {}),
            scores: outputs.map((output) => shorten(scores[r].get(item.id)?.[output])),
            ...packPrompt(prompts?.get(item.id), table),
            ...packEvidence(evidenceRows(readEvidence(evidence.get(item.id))), table),
          };
        }),
        ...(groups.length > 0 ? { groups: groups.map(({ groupOf, places }) => placeOf(groupOf(item), places)) } : {}),
      };
    });
  const common = commonBeginning(rows.map(({ input }) => input));
  for (const row of rows) row.input = row.input.slice(common.length);
  return {
    runs: runs.map(({ name }) => name),
    ...(common ? { common } : {}),
    outputs: outputs.map((name) => ({ name, scale: printedAs(name, benchmark.ownMetrics).scale })),
    groups: groups.map(({ name, places }) => ({ name, values: [...places.keys()] })),
    texts: table.texts,
    items: rows,
  };
}

/** Whole fields that all inputs begin with, as `describeInput` joins them. */
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

function packPrompt(
  lines: readonly string[] | undefined,
  { texts, placeOf }: ReturnType<typeof createTextTable>,
): Pick<AnswerRow, 'prompt'> {
  if (!lines || texts.length + lines.length > MOST_PROMPT_LINES) return {};
  return { prompt: lines.map((line) => placeOf(line.slice(0, LONGEST_SHOWN))) };
}

/** With the right one marked, where the item has its label. */
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
