/** Tables of Markdown from rows of cells. */

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`,
  );
  return `${lines.join('\n')}\n`;
}

/** Text as the content of a cell. */
export function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/</g, '&lt;');
}
