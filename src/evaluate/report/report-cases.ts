/** Cases worth reading, as the papers show them: the best, the worst, and where systems differ most. Written into the page, so that they print. */
import { describeInput, type Item } from '../../core/index.ts';
import { escapeHtml, type Mark, markText } from '../../report/index.ts';
import type { EvaluatedRun } from '../scores/read-run.ts';
import { type KeywordEvidence, keywordEvidence } from './keyword-evidence.ts';
import { formatOf } from './systems-table.ts';

const CASES = 4;
const LONGEST_CASE = 2000;

export interface ReportCase {
  title: string;
  ids: string[];
}

export interface CasesOptions {
  items: readonly Item[];
  runs: readonly EvaluatedRun[];
  /** The score they are chosen by. */
  output: string;
}

/** Equal scores keep the order of the dataset; an undefined score is no case. */
export function chooseCases({ runs, output }: CasesOptions): ReportCase[] {
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

export function renderCases(cases: readonly ReportCase[], { items, runs, output }: CasesOptions): string {
  const byId = new Map(items.map((item) => [item.id, item]));
  const scores = runs.map((run) => new Map(run.scores.perItem.map((row) => [row.id, row[output]])));
  return cases
    .filter(({ ids }) => ids.length > 0)
    .map(({ title, ids }) => {
      const rendered = ids.flatMap((id) => {
        const item = byId.get(id);
        return item ? [renderCase(item, runs, { output, values: scores.map((own) => own.get(id)) })] : [];
      });
      return `<h3>${escapeHtml(title)}</h3>${rendered.join('\n')}`;
    })
    .join('\n');
}

function renderCase(item: Item, runs: readonly EvaluatedRun[], { output, values }: { output: string; values: readonly unknown[] }): string {
  const rows = runs.map(({ name, predictions, evidence }, i) => {
    const found = keywordEvidence(evidence.get(item.id));
    const value = values[i];
    const shown = typeof value === 'number' ? formatOf(output)(value) : '–';
    const text = predictions.get(item.id)?.prediction ?? '';
    return `<dt>${escapeHtml(name)}</dt><dd>${found ? chips(found) : ''}${markText(cut(text), marksOf(found))}<p class="item-scores">${escapeHtml(output)} ${shown}</p></dd>`;
  });
  const references = item.references.slice(0, 5).map((text) => `<dt>reference</dt><dd>${escapeHtml(cut(text))}</dd>`);
  return `<div class="case"><h4>${escapeHtml(describeInput(item))}</h4><dl>${rows.join('')}${references.join('')}</dl></div>`;
}

function cut(text: string): string {
  return text.length > LONGEST_CASE ? `${text.slice(0, LONGEST_CASE)} … (${text.length} characters)` : text;
}

function marksOf(found: KeywordEvidence | undefined): Mark[] {
  return (found?.spans ?? [])
    .filter(({ end }) => end <= LONGEST_CASE)
    .map(({ start, end, sentence, keyword, lemma, by }) => ({
      start,
      end,
      kind: sentence === 0 ? 'first' : 'second',
      title: `${found?.keywords[keyword]?.text ?? ''} by ${by}${by === 'text' ? '' : `: ${lemma}`}`,
    }));
}

function chips({ keywords }: KeywordEvidence): string {
  const list = keywords.map(({ text, found, astray }) => `<li class="chip ${found}${astray ? ' astray' : ''}">${escapeHtml(text)}</li>`);
  return `<ul class="chips">${list.join('')}</ul>`;
}
