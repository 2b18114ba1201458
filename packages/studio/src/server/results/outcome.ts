/** The results of a study so far: agreement between annotators, and the task's aggregate of their answers. */
import { z } from '@hono/zod-openapi';
import { agreementOf, labelsOf, outcomeOf, type TaskAgreement } from 'sensebench/internal/annotate';
import type { Column, Decision, Outcome, Table } from 'sensebench/internal/core';
import { fixed, percent } from 'sensebench/internal/report';
import { jsonSchema, tableSchema, time } from '../http/shapes.ts';
import { shownTable } from '../http/shown-table.ts';
import { datasetProblem } from '../studies/describe-study.ts';
import { type OpenStudy, studyTask } from '../studies/open-study.ts';
import { studyForm } from '../studies/show-item.ts';
import type { Studio } from '../studio.ts';
import { ADJUDICATOR, type CountingDecisions, countingAnswers, versionOf } from './decisions.ts';

const answerCountsSchema = z.object({ field: z.string(), bars: z.array(z.object({ label: z.string(), count: z.number() })) });
type AnswerCounts = z.infer<typeof answerCountsSchema>;

export const outcomeSchema = z.object({
  answers: z.array(answerCountsSchema).describe('how often each answer was given, by field'),
  /** κ, α and other coefficients with intervals: the same figures that `sensebench agreement` computes from the exported file. */
  agreement: z.array(tableSchema),
  outcome: z.array(tableSchema),
  json: jsonSchema,
  warnings: z.array(z.string()),
  computed: time,
});

/** Without `named`, annotators are numbered and figures that could contain their answers are left out. */
async function studyOutcome(studio: Studio, study: OpenStudy, { named }: { named: boolean }): Promise<z.infer<typeof outcomeSchema>> {
  const result = await studio.computed.get(`${study.id}/outcome/${named}`, await versionOf(studio, study), async () => {
    const counting = await countingAnswers(studio, study);
    const decisions = named ? counting.decisions : withoutNames(counting.decisions);
    const agreement = await agreementOf(study.task, decisions);
    const outcome = await aggregated(studio, study, { ...counting, decisions });
    return {
      answers: answerCounts(study, decisions),
      agreement: agreementTables(agreement).map(shownTable),
      outcome: outcome.tables.map(shownTable),
      json: named ? { agreement, outcome: outcome.json } : null,
      warnings: warningsOf(counting, study),
      computed: studio.app.now().toISOString(),
    };
  });
  const changed = await datasetProblem(studio, study.source);
  return changed ? { ...result, warnings: [...result.warnings, changed] } : result;
}

export const outcomeTask = studyTask('outcome', studyOutcome);

/** Aggregates need at least one answer. */
async function aggregated(studio: Studio, study: OpenStudy, { items, decisions }: CountingDecisions): Promise<Outcome> {
  if (decisions.length === 0) return { json: {}, tables: [] };
  return outcomeOf(study.task, { items, decisions }, await studio.app.tools(study.task.needs ?? {}));
}

/** The outcome including its rows, for writing back to the dataset. */
export async function outcomeWithRows(studio: Studio, study: OpenStudy): Promise<CountingDecisions & { outcome: Outcome }> {
  const counting = await countingAnswers(studio, study);
  return { ...counting, outcome: await aggregated(studio, study, counting) };
}

function warningsOf({ refused }: CountingDecisions, { row }: OpenStudy): string[] {
  return [
    ...(refused > 0
      ? [
          `${refused === 1 ? '1 answer does' : `${refused} answers do`} not match the task's current schema and ${refused === 1 ? 'is' : 'are'} left out.`,
        ]
      : []),
    ...(row.simulated ? ['Some annotators are simulated: do not report these figures.'] : []),
  ];
}

function withoutNames(decisions: readonly Decision[]): Decision[] {
  const numbers = new Map<string, string>([[ADJUDICATOR, ADJUDICATOR]]);
  return decisions.map((decision) => {
    const pseudonym = numbers.get(decision.annotator) ?? `annotator ${numbers.size}`;
    numbers.set(decision.annotator, pseudonym);
    return { ...decision, annotator: pseudonym };
  });
}

const number = (key: string, label: string, format?: Column['format']): Column => ({
  key,
  label,
  align: 'right',
  ...(format ? { format } : {}),
});

/** One item gives no coefficient. */
function agreementTables({ fields, perAnnotator, pair }: TaskAgreement): Table[] {
  if (Object.keys(fields).length === 0) return [];
  return [
    {
      caption: 'Agreement by field, with 95% intervals over items',
      columns: [
        { key: 'field', label: 'field' },
        number('items', 'items'),
        number('raw', 'agreement %', percent(1)),
        number('fleissKappa', "Fleiss' κ", fixed(3)),
        number('krippendorffAlpha', "Krippendorff's α", fixed(3)),
        number('cohenKappa', `Cohen's κ, ${pair.annotators.slice(0, 2).join(' and ')}`, fixed(3)),
      ],
      rows: Object.entries(fields).map(([field, { items, raw, fleissKappa, krippendorffAlpha, pair: both }]) => ({
        field,
        items,
        ...(items > 1 ? { raw, fleissKappa, krippendorffAlpha, cohenKappa: both.cohenKappa } : {}),
      })),
      aside(row, { key }) {
        if (row[key] === undefined || row[key] === null) return undefined;
        const { intervals } = fields[String(row.field)];
        const range = key === 'raw' || key === 'fleissKappa' || key === 'krippendorffAlpha' ? intervals[key] : undefined;
        return range && `(${range.map((end) => (key === 'raw' ? (100 * end).toFixed(0) : end.toFixed(2))).join(' – ')})`;
      },
    },
    {
      caption: 'Each annotator against the majority of the others',
      columns: [
        { key: 'annotator', label: 'annotator' },
        number('items', 'items'),
        number('compared', 'compared'),
        number('agreement', 'agreement %', percent(1)),
        number('cohenKappa', "Cohen's κ", fixed(3)),
      ],
      rows: Object.entries(perAnnotator).map(([annotator, { items, compared, ...figures }]) => ({
        annotator,
        items,
        compared,
        ...(compared > 1 ? figures : {}),
      })),
    },
  ];
}

/** More bars than this are no histogram. */
const MOST_BARS = 12;
const MOST_FIELDS = 12;

/** Answers of the annotators; an adjudicator's values are not answers. The options of a form come in its order, also those that nobody chose. */
function answerCounts({ task }: Pick<OpenStudy, 'task'>, decisions: readonly Decision[]): AnswerCounts[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { value, final } of decisions) {
    if (final) continue;
    for (const [field, label] of Object.entries(labelsOf(task, value))) {
      if (label === null) continue;
      const own = counts.get(field) ?? new Map<string, number>();
      counts.set(field, own.set(String(label), (own.get(String(label)) ?? 0) + 1));
    }
  }
  const { fields } = studyForm(task);
  const shown = [...counts].map(([field, own]) => {
    const form = fields.find(({ path }) => path.at(-1) === field) ?? (fields.length === 1 ? fields[0] : undefined);
    const options = form?.options?.map(({ value, label }) => ({ value: String(value), label })) ?? [];
    const others = [...own.keys()].filter((value) => !options.some((option) => option.value === value)).sort(inOrder);
    const bars = [...options, ...others.map((value) => ({ value, label: value }))];
    return { field: form?.label ?? field, bars: bars.map(({ value, label }) => ({ label, count: own.get(value) ?? 0 })) };
  });
  return shown.filter(({ bars }) => bars.length <= MOST_BARS).slice(0, MOST_FIELDS);
}

function inOrder(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
