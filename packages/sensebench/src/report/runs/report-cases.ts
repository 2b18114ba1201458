/** Cases worth reading: the best, the worst, and those on which systems differ most. They are part of the page, so that they print. */
import { type Benchmark, describeInput, type Item } from '@sensebench/metrics/internal/core';
import type { EvaluatedRun } from '../../files/index.ts';
import { type ChoiceRow, type EvidenceRows, escapeHtml, markText } from '../index.ts';
import { printedScore } from './printed-scores.ts';
import { choiceRows, evidenceRows, readEvidence } from './report-items.ts';

const CASES = 4;
const LONGEST_CASE = 2000;

export interface ReportCase {
  title: string;
  ids: string[];
}

export interface CasesOptions {
  benchmark: Pick<Benchmark, 'choices' | 'ownMetrics'>;
  items: readonly Item[];
  runs: readonly EvaluatedRun[];
  /** The score by which the cases are chosen. */
  output: string;
}

/** Items with equal scores keep the order of the dataset; items without a score are left out. */
export function chooseCases({ runs, output }: { runs: readonly Pick<EvaluatedRun, 'name' | 'scores'>[]; output: string }): ReportCase[] {
  const values = runs.map(({ scores }) => scores.perItem.map((row) => ({ id: row.id, value: row[output] })).filter(isDefined));
  const [first, second] = values;
  const up = [...first].sort((a, b) => a.value - b.value);
  const cases = [
    { title: `Lowest ${output} of ${runs[0].name}`, ids: up.slice(0, CASES).map(({ id }) => id) },
    {
      title: `Highest ${output} of ${runs[0].name}`,
      ids: [...first]
        .sort((a, b) => b.value - a.value)
        .slice(0, CASES)
        .map(({ id }) => id),
    },
  ];
  if (!second) return cases;
  const other = new Map(second.map(({ id, value }) => [id, value]));
  const apart = first
    .flatMap(({ id, value }) => {
      const there = other.get(id);
      return there === undefined || there === value ? [] : [{ id, value: Math.abs(value - there) }];
    })
    .sort((a, b) => b.value - a.value);
  return [
    ...cases,
    { title: `${runs[0].name} and ${runs[1].name} furthest apart by ${output}`, ids: apart.slice(0, CASES).map(({ id }) => id) },
  ];
}

function isDefined(row: { id: string; value: unknown }): row is { id: string; value: number } {
  return typeof row.value === 'number';
}

export function renderCases(cases: readonly ReportCase[], options: CasesOptions): string {
  const { items, runs, output } = options;
  const byId = new Map(items.map((item) => [item.id, item]));
  const scores = runs.map((run) => new Map(run.scores.perItem.map((row) => [row.id, row[output]])));
  return cases
    .filter(({ ids }) => ids.length > 0)
    .map(({ title, ids }) => {
      const rendered = ids.flatMap((id) => {
        const item = byId.get(id);
        const values = scores.map((own) => own.get(id));
        return item ? [renderCase(item, values, options)] : [];
      });
      return `<h3>${escapeHtml(title)}</h3>${rendered.join('\n')}`;
    })
    .join('\n');
}

function renderCase(item: Item, values: readonly unknown[], { benchmark, runs, output }: CasesOptions): string {
  const choices = choiceRows(item, benchmark);
  const rows = runs.map(({ name, predictions, evidence }, i) => {
    const value = values[i];
    const shown = typeof value === 'number' ? printedScore(output, value, benchmark.ownMetrics) : '–';
    const text = predictions.get(item.id)?.prediction ?? '';
    const answer = renderAnswer(text, evidenceRows(readEvidence(evidence.get(item.id))), choices);
    return `<dt>${escapeHtml(name)}</dt><dd>${answer}<p class="item-scores">${escapeHtml(output)} ${shown}</p></dd>`;
  });
  // The right choice is marked in the list of choices.
  const references = choices ? [] : item.references.slice(0, 5).map((text) => `<dt>reference</dt><dd>${escapeHtml(cut(text))}</dd>`);
  const head = `<h4>${escapeHtml(describeInput(item, choices))}</h4>${choices ? renderChoices(choices) : ''}`;
  return `<div class="case">${head}<dl>${references.join('')}${rows.join('')}</dl></div>`;
}

function renderAnswer(text: string, { sought, marks = [] }: EvidenceRows, choices?: readonly ChoiceRow[]): string {
  const chosen = choices?.find(({ label }) => label === text);
  if (chosen) {
    const name = chosen.label === chosen.text ? chosen.label : `${chosen.label}: ${chosen.text}`;
    return `<span class="answer ${chosen.right ? 'right' : 'wrong'}">${escapeHtml(name)}</span>`;
  }
  if (choices && text.trim() === '') return '<span class="note">names no choice</span>';
  const chips = (sought ?? []).map((own) => `<li class="chip ${own.found}${own.astray ? ' astray' : ''}">${escapeHtml(own.text)}</li>`);
  const visible = marks
    .filter(({ end }) => end <= LONGEST_CASE)
    .map(({ start, end, found, note = '' }) => ({ start, end, kind: found, title: note }));
  return `${sought ? `<ul class="chips">${chips.join('')}</ul>` : ''}${markText(cut(text), visible)}`;
}

function renderChoices(choices: readonly ChoiceRow[]): string {
  const lines = choices.map(
    ({ label, text, right }) =>
      `<li${right ? ' class="right"' : ''}><b>${escapeHtml(label)}</b>${label === text ? '' : ` ${escapeHtml(cut(text))}`}</li>`,
  );
  return `<ul class="choices">${lines.join('')}</ul>`;
}

function cut(text: string): string {
  return text.length > LONGEST_CASE ? `${text.slice(0, LONGEST_CASE)} … (${text.length} characters)` : text;
}
