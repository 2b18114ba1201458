/** What the answers say so far: agreement of the annotators, and what the task's aggregate makes of them. */
import { agreementOf, outcomeOf } from '../../annotate/index.ts';
import type { Decision, Outcome } from '../../core/index.ts';
import { readProgress } from '../store/index.ts';
import { agreementTables } from './agreement-tables.ts';
import { datasetProblem } from './describe-study.ts';
import type { OpenStudy } from './open-study.ts';
import { shownTable, type TextTable } from './shown-table.ts';
import type { Studio } from './studio.ts';
import { ADJUDICATOR, type CountingDecisions, countingDecisions } from './study-decisions.ts';

export interface StudyOutcome {
  agreement: TextTable[];
  outcome: TextTable[];
  json: unknown;
  warnings: string[];
  computed: string;
}

/** Without `named` people are numbered and the figures that could hold their answers are left out. */
export async function studyOutcome(studio: Studio, study: OpenStudy, { named }: { named: boolean }): Promise<StudyOutcome> {
  const result = await studio.computed.get(`${study.id}/outcome/${named}`, await versionOf(studio, study), async () => {
    const counting = await counted(studio, study);
    const decisions = named ? counting.decisions : withoutNames(counting.decisions);
    const agreement = await agreementOf(study.task, decisions);
    const outcome = await aggregated(studio, study, { ...counting, decisions });
    return {
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

/** Aggregates are made for answers: without any there is nothing to say. */
async function aggregated(studio: Studio, study: OpenStudy, { items, decisions }: CountingDecisions): Promise<Outcome> {
  if (decisions.length === 0) return { json: {}, tables: [] };
  return outcomeOf(study.task, { items, decisions }, await studio.app.tools(study.task.needs ?? {}));
}

/** The outcome with its rows, for the write-back. */
export async function outcomeWithRows(studio: Studio, study: OpenStudy): Promise<CountingDecisions & { outcome: Outcome }> {
  const counting = await counted(studio, study);
  return { ...counting, outcome: await aggregated(studio, study, counting) };
}

/** The decisions that count now, read once for all who ask. */
export async function counted(studio: Studio, study: OpenStudy): Promise<CountingDecisions> {
  return studio.computed.get(`${study.id}/decisions`, await versionOf(studio, study), () => countingDecisions(studio, study));
}

export async function versionOf({ sql }: Studio, { id }: OpenStudy): Promise<string> {
  return (await readProgress(sql, { study: id }))?.version ?? '';
}

function warningsOf({ refused, decisions }: CountingDecisions, { row }: OpenStudy): string[] {
  return [
    ...(refused > 0 ? [`${refused} answers do not fit the task's schema of today and are left out`] : []),
    ...(row.simulated ? ['some annotators are simulated: these figures are for looking at, not for reporting'] : []),
    ...(decisions.length === 0 ? ['there are no answers yet'] : []),
  ];
}

function withoutNames(decisions: readonly Decision[]): Decision[] {
  const numbers = new Map<string, string>([[ADJUDICATOR, ADJUDICATOR]]);
  return decisions.map((decision) => {
    const known = numbers.get(decision.annotator) ?? `annotator ${numbers.size}`;
    numbers.set(decision.annotator, known);
    return { ...decision, annotator: known };
  });
}
