/** A guideline: paragraphs and lists of plain text, as owners write them. */

interface Block {
  kind: 'paragraph' | 'list';
  numbered: boolean;
  lines: string[];
}

export function Guideline({ text }: { text: string }) {
  return (
    <div class="guideline" dir="auto">
      {blocksOf(text).map(({ kind, numbered, lines }, i) => {
        const items = lines.map((line) => <li key={line}>{line}</li>);
        const key = `${i} ${lines[0]}`;
        if (kind === 'paragraph') return <p key={key}>{lines.join('\n')}</p>;
        return numbered ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>;
      })}
    </div>
  );
}

/** Lines that begin with "- " or "1. " are items; an indented line belongs to the item before it. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open = false;
  for (const line of text.split(/\r?\n/)) {
    const item = /^(?:[-*•]|(\d+)[.)])\s+(.*)$/.exec(line);
    const last = blocks.at(-1);
    if (line.trim() === '') open = false;
    else if (item) {
      const numbered = item[1] !== undefined;
      if (open && last?.kind === 'list' && last.numbered === numbered) last.lines.push(item[2]);
      else blocks.push({ kind: 'list', numbered, lines: [item[2]] });
      open = true;
    } else if (open && last?.kind === 'list' && /^\s/.test(line))
      last.lines[last.lines.length - 1] += `\n${line.trim().replace(/^[-*•]\s+/, '')}`;
    else if (open && last?.kind === 'paragraph') last.lines.push(line.trim());
    else {
      blocks.push({ kind: 'paragraph', numbered: false, lines: [line.trim()] });
      open = true;
    }
  }
  return blocks;
}
