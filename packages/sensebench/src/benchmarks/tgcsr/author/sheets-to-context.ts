/** Reads a workbook of questions and answers: a tab `Context`, then one tab per category (question, option, answer rows). */
import { InputError, type InputErrorPlace } from '@sensebench/metrics/internal/core';
import { type Cell, parseWith, type Sheet } from '../../../files/index.ts';
import { cellText, sheetRecords } from '../sheets/sheet-records.ts';
import type { Taxonomy } from '../taxonomy/taxonomy.ts';
import { type AuthoredCategory, type AuthoredContext, authoredContextSchema } from './authored-context.ts';
import { nearestText } from './near-duplicates.ts';

interface SheetsOptions {
  file: string;
  taxonomy: Taxonomy;
}

const COLUMNS = ['kind', 'id', 'text', 'concepts', 'correct'];

export function sheetsToContext(sheets: readonly Sheet[], { file, taxonomy }: SheetsOptions): AuthoredContext {
  const about = sheets.find(({ sheet }) => sheet.trim().toLowerCase() === 'context');
  if (!about) throw new InputError('has no tab "Context"', { file, expected: 'a tab Context with id, title and theme' });
  const names = new Map(taxonomy.categories.map(({ name }) => [fold(name), name]));
  const seen = new Set<string>();
  const categories = sheets
    .filter((sheet) => sheet !== about)
    .map((sheet) => {
      const name = names.get(fold(sheet.sheet));
      if (name === undefined) throw unknownTab(sheet.sheet, [...names.values()], file);
      if (seen.has(name)) throw new InputError(`two tabs are "${name}"`, { file });
      seen.add(name);
      return readCategory(sheet, name, file);
    });
  // Tabs and files may be in any order; ids follow the order of the taxonomy.
  const order = [...names.values()];
  categories.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  return parseWith(authoredContextSchema, { ...readAbout(about, file), categories }, { file });
}

/** Tab and file names: `world-states.csv` is World States. */
function fold(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
}

function unknownTab(tab: string, names: readonly string[], file: string): InputError {
  const near = nearestText(tab, names);
  return new InputError(`tab "${tab}" is not a category${near ? `; was it "${near}"?` : ''}`, {
    file,
    expected: `Context, ${names.join(', ')}`,
  });
}

function readAbout({ rows }: Sheet, file: string): Record<string, string> {
  const entries = rows.map(([name = null, value = null]) => [cellText(name).toLowerCase(), cellText(value)]);
  const about = Object.fromEntries(entries.filter(([name]) => ['id', 'title', 'theme'].includes(name)));
  for (const name of ['id', 'title', 'theme']) {
    if (!about[name])
      throw new InputError(`tab "Context" has no ${name}`, { file, expected: 'rows id, title and theme, the value beside each' });
  }
  return about;
}

function readCategory(sheet: Sheet, name: string, file: string): AuthoredCategory {
  const header = (sheet.rows[0] ?? []).map((cell: Cell) => cellText(cell).toLowerCase());
  const missing = COLUMNS.slice(0, 3).find((column) => column !== 'id' && !header.includes(column));
  if (missing) throw new InputError(`tab "${sheet.sheet}" has no column "${missing}"`, { file, line: 1, expected: COLUMNS.join(', ') });
  const category: AuthoredCategory = { name, questions: [], answers: [] };
  for (const { line, record } of sheetRecords([{ ...sheet, rows: [header, ...sheet.rows.slice(1)] }], file)) {
    const place = { file, line, field: `${sheet.sheet}.kind` };
    const kind = record.kind.toLowerCase();
    if (!record.text) throw new InputError('has no text', { ...place, field: `${sheet.sheet}.text` });
    const concepts = (record.concepts ?? '')
      .split(/[;,]/)
      .map((concept) => concept.trim())
      .filter(Boolean);
    const entry = { ...(record.id ? { id: record.id } : {}), text: record.text, ...(concepts.length > 0 ? { concepts } : {}) };
    if (kind === 'question') category.questions.push({ ...entry, options: [] });
    else if (kind === 'answer') category.answers.push(entry);
    else if (kind === 'option') {
      const question = category.questions.at(-1);
      if (!question) throw new InputError('an option comes before any question', place);
      question.options?.push({ ...entry, ...readMark(record.correct ?? '', { ...place, field: `${sheet.sheet}.correct` }) });
    } else
      throw new InputError(kind ? `"${record.kind}" is not a kind of row` : 'has no kind', {
        ...place,
        expected: 'question, option or answer',
      });
  }
  return category;
}

/** An empty cell is no mark. */
function readMark(text: string, place: InputErrorPlace): { correct?: boolean } {
  if (text === '') return {};
  if (/^(yes|true|correct|x)$/i.test(text)) return { correct: true };
  if (/^(no|false|incorrect)$/i.test(text)) return { correct: false };
  throw new InputError(`"${text}" is not a mark`, { ...place, expected: 'yes, no, or nothing' });
}
