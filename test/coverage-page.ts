/** Reads docs/coverage.md: one row for each element of the papers, in one table a benchmark. */
import { readFileSync } from 'node:fs';

export const COVERAGE_PAGE = new URL('../docs/coverage.md', import.meta.url);

const COLUMNS = ['section', 'element', 'command', 'paper', 'ours', 'state'] as const;

type CoverageRow = Readonly<Record<(typeof COLUMNS)[number] | 'benchmark', string>>;

export function coverageRows(page = readFileSync(COVERAGE_PAGE, 'utf8')): CoverageRow[] {
  return page.split(/^## /m).flatMap((section) => {
    const [benchmark, ...lines] = section.split('\n');
    const [head, ...rows] = lines.filter((line) => line.startsWith('| ')).map(cellsOf);
    if (head?.join() !== COLUMNS.join()) return [];
    return rows.map((cells) => {
      if (cells.length !== COLUMNS.length) throw new Error(`${benchmark}: "${cells.join(' | ')}" has ${cells.length} cells`);
      return { benchmark, ...(Object.fromEntries(COLUMNS.map((name, i) => [name, cells[i]])) as Record<(typeof COLUMNS)[number], string>) };
    });
  });
}

/** The one row with this benchmark and element. */
function coverageRow(benchmark: string, element: string): CoverageRow {
  const found = coverageRows().filter((row) => row.benchmark === benchmark && row.element === element);
  if (found.length !== 1) throw new Error(`docs/coverage.md has ${found.length} rows "${element}" of ${benchmark}`);
  return found[0];
}

/** 12345.6 as the page writes numbers: 12,345.60 with two digits; a minus is the sign of that name. */
export function written(value: number | null | undefined, digits = 0): string {
  if (value === null || value === undefined) throw new Error('no figure');
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace('-', '−');
}

/** A pipe inside a cell is escaped. */
function cellsOf(line: string): string[] {
  return line
    .slice(1, line.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** A figure of a row and the text that its cell must have. */
interface CoverageFigure {
  benchmark: string;
  element: string;
  column: 'paper' | 'ours';
  text: string;
}

/** Texts of one column by element. */
export function figuresOf(
  benchmark: string,
  column: CoverageFigure['column'],
  texts: Readonly<Record<string, string | readonly string[]>>,
): CoverageFigure[] {
  return Object.entries(texts).flatMap(([element, given]) => [given].flat().map((text) => ({ benchmark, element, column, text })));
}

/** Figures that the page does not have so. Digits around a figure would make it another one. */
export function wrongFigures(figures: readonly CoverageFigure[]): string[] {
  return figures.flatMap(({ benchmark, element, column, text }) => {
    const cell = coverageRow(benchmark, element)[column];
    const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const whole = new RegExp(`(?<![\\d−]|\\d[.,])${escaped}(?!\\d|[.,]\\d)`);
    return whole.test(cell) ? [] : [`${benchmark}, ${element}, ${column}: "${text}" is not in "${cell}"`];
  });
}
