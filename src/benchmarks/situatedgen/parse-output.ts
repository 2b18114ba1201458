/** Reads the pair of sentences from a model's raw output: one line, without labels, quotes or list marks. */

export function parseOutput(output: string): string {
  const lines = output.split(/\r?\n/).map((line) =>
    line
      .trim()
      .replace(/^(?:[-*•]|\(?\d[.)])\s+/, '')
      .replace(/^(?:sentences?(?:\s*\d)?|output|answer)\s*:\s*/i, '')
      .replace(/^["“](.*)["”]$/s, '$1')
      .trim(),
  );
  const next = lines.findIndex((line, index) => index > 0 && /^keywords\s*:/i.test(line));
  return (next < 0 ? lines : lines.slice(0, next))
    .filter((line) => line !== '' && !/^keywords\s*:/i.test(line))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}
