/** Help of a menu in the words and lines of commander, which takes longer to load than to print it. The test compares the two. */

export interface ListedEntry {
  word: string;
  summary: string;
  /** Not shown in the list. */
  hidden?: boolean;
}

export interface ListedMenu {
  /** `sensebench nlp`. */
  name: string;
  summary: string;
  /** Printed by --version, where the menu has that option. */
  version?: string;
  entries: readonly ListedEntry[];
  /** Paragraphs after the list. */
  after: readonly string[];
}

/** A column that is narrower than this is not wrapped. */
const NARROWEST = 40;
const INDENT = 2;
const BETWEEN = 2;

/** `width`: columns of the terminal. */
export function menuHelp({ name, summary, version, entries, after }: ListedMenu, width: number): string {
  const options = [
    ...(version === undefined ? [] : [{ word: '-V, --version', summary: 'output the version number' }]),
    { word: '-h, --help', summary: 'display help for command' },
  ];
  const shown = entries.filter(({ hidden }) => !hidden);
  const widest = Math.max(...[...options, ...shown].map(({ word }) => word.length));
  const list = (rows: readonly ListedEntry[]) => rows.map((row) => `${listLine(row, { widest, width })}\n`).join('');
  const head = `Usage: ${name} [options] [command]\n\n${wrap(summary, width)}\n\n`;
  return `${head}Options:\n${list(options)}\nCommands:\n${list(shown)}${after.map((part) => `${part}\n`).join('')}`;
}

function listLine({ word, summary }: ListedEntry, { widest, width }: { widest: number; width: number }): string {
  const begin = ' '.repeat(INDENT);
  if (!summary) return begin + word;
  const wrapped = wrap(summary, width - widest - BETWEEN - INDENT);
  return `${begin}${word.padEnd(widest + BETWEEN)}${wrapped.replaceAll('\n', `\n${' '.repeat(INDENT + widest + BETWEEN)}`)}`;
}

function wrap(text: string, width: number): string {
  if (width < NARROWEST) return text;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
