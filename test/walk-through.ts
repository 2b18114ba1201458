/** The commands, the output they print and the files in the fenced blocks of a page, so that a test can follow it. */

export interface WalkThrough {
  /** From blocks like ```json answers.jsonl. */
  files: Record<string, string>;
  /** From ```console blocks: lines after `$ `, and what stands below them. */
  commands: { command: string; output: string }[];
  /** From ```sh blocks. */
  scripts: string[];
}

export function readWalkThrough(markdown: string): WalkThrough {
  const files: WalkThrough['files'] = {};
  const commands: WalkThrough['commands'] = [];
  const scripts: string[] = [];
  for (const [, language, name, body] of markdown.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)) {
    if (name) files[name] = body;
    if (language === 'sh') scripts.push(body);
    if (language !== 'console') continue;
    for (const part of body.split(/^\$ /m).slice(1)) {
      const end = part.indexOf('\n');
      commands.push({ command: part.slice(0, end), output: part.slice(end + 1).trim() });
    }
  }
  return { files, commands, scripts };
}
