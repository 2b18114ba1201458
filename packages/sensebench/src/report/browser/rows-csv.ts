/** The listed items as CSV: input, references, and the output and scores of each run. */
import { tableToCsv } from '../table.ts';
import type { ItemRow, ReportRows } from './report-rows.ts';

export function rowsToCsv(
  { runs, outputs, common = '' }: Pick<ReportRows, 'runs' | 'outputs' | 'common'>,
  items: Iterable<ItemRow>,
): string {
  const columns = [
    ...['id', 'input', 'references'].map((name) => ({ key: name, label: name })),
    ...runs.flatMap((run, r) => [
      { key: `${r}`, label: run },
      ...outputs.map(({ name }, o) => ({ key: `${r}/${o}`, label: `${run} ${name}` })),
    ]),
  ];
  const rows = Array.from(items, ({ id, input, references, answers }) => {
    return {
      id,
      input: common + input,
      references: references.join(' | '),
      ...Object.fromEntries(answers.flatMap(({ text, scores }, r) => [[`${r}`, text], ...scores.map((score, o) => [`${r}/${o}`, score])])),
    };
  });
  return `${tableToCsv({ columns, rows })}\n`;
}
