/** Lines of a YAML text: which one a message names, and where it is. */

/** "phases.yaml:12: …" is 12; null where no line is named. */
export function faultLine(message: string): number | null {
  const found = /\bphases\.yaml:(\d+)\b/.exec(message);
  return found ? Number(found[1]) : null;
}

/** From the first to the last character of a line, counted from 1; the end of the text where there is no such line. */
export function lineStart(text: string, line: number): { start: number; end: number } {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  return { start: Math.min(start, text.length), end: Math.min(start + (lines[line - 1]?.length ?? 0), text.length) };
}
