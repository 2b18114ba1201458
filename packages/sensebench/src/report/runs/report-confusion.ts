/** Confusion tables, one per run, where all items have the same few labels (yes and no, A to E). */
import type { Benchmark, Item, Table } from '@sensebench/metrics/internal/core';
import type { EvaluatedRun } from '../../files/index.ts';
import { type Section, tableWithDownloads } from '../index.ts';
import { choiceRows } from './report-items.ts';

const MOST_LABELS = 10;
const NONE = 'no choice';

interface ConfusionOptions {
  benchmark: Pick<Benchmark, 'choices'>;
  items: readonly Item[];
  runs: readonly EvaluatedRun[];
}

export function confusionSections(options: ConfusionOptions): Section[] {
  const tables = confusionTables(options);
  if (tables.length === 0) return [];
  const html = tables.map((table, i) => tableWithDownloads(table, `confusion-${options.runs[i].name}`)).join('\n');
  return [{ id: 'confusion', title: 'Right and wrong answers', html }];
}

/** Empty for benchmarks without choices, and where there are too many labels to read. */
export function confusionTables({ benchmark, items, runs }: ConfusionOptions): Table[] {
  if (!benchmark.choices) return [];
  const rows = items.map((item) => ({ item, choices: choiceRows(item, benchmark) ?? [] }));
  const labels = [...new Set(rows.flatMap(({ choices }) => choices.map(({ label }) => label)))];
  const decidable = rows.filter(({ choices }) => choices.some(({ right }) => right));
  if (labels.length > MOST_LABELS || decidable.length === 0) return [];
  return runs.map(({ name, predictions }) => {
    const counts = new Map<string, Map<string, number>>(labels.map((label) => [label, new Map()]));
    for (const { item, choices } of decidable) {
      const prediction = predictions.get(item.id);
      if (!prediction) continue;
      const right = choices.find((choice) => choice.right)?.label ?? '';
      const answer = labels.includes(prediction.prediction) ? prediction.prediction : NONE;
      const row = counts.get(right);
      row?.set(answer, (row.get(answer) ?? 0) + 1);
    }
    const answers = [...labels, ...([...counts.values()].some((row) => row.has(NONE)) ? [NONE] : [])];
    return {
      caption: `${name}: right answers in rows, answers of the system in columns`,
      columns: [
        { key: 'right', label: 'right answer' },
        ...answers.map((label) => ({ key: `answered ${label}`, label: `answered ${label}`, align: 'right' as const })),
        { key: 'share', label: 'right %', align: 'right' as const },
      ],
      rows: labels.map((label) => {
        const row = counts.get(label) ?? new Map<string, number>();
        const total = [...row.values()].reduce((sum, count) => sum + count, 0);
        return {
          right: label,
          ...Object.fromEntries(answers.map((each) => [`answered ${each}`, row.get(each) ?? 0])),
          share: total > 0 ? ((100 * (row.get(label) ?? 0)) / total).toFixed(1) : null,
        };
      }),
      bold: (row, { key }) => key === `answered ${row.right}`,
    };
  });
}
