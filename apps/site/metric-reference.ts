/** The list of all metrics, from their own descriptions, with links to the pages that define them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kebabCase, type Option } from '../../packages/metrics/src/core/index.ts';
import { METRICS, optionTable } from '../../packages/metrics/src/metrics/index.ts';
import { cell, markdownTable } from './markdown-table.ts';

export function metricReference(root: string): string {
  const metrics = Object.values(METRICS);
  const table = markdownTable(
    ['metric', 'meaning', 'scores', 'cost'],
    metrics.map(({ name, summary, outputs, cost }) => [
      pageOf(root, name) === undefined ? `\`${name}\`` : `[\`${name}\`](../metrics/${pageOf(root, name)})`,
      cell(summary),
      outputs.map((output) => `\`${output}\``).join(', '),
      cell(String(cost ?? '')),
    ]),
  );
  const options = metrics.flatMap((metric) => {
    const rows = Object.entries(optionTable(metric)).map(([name, option]) => [
      `\`${metric.name}(${usage(name, option)})\``,
      cell(option.summary),
    ]);
    return rows;
  });
  return [
    '# Metrics\n',
    "Name a metric, or one of its scores, with `--metrics`. Options stand in parentheses: `--metrics 'ter(asian)' bleu4`.\n",
    table,
    '## Options\n',
    markdownTable(['option', 'meaning'], options),
    '## Pages\n',
    ...pages(root).map(({ file, title }) => `- [${title}](../metrics/${file})`),
    '',
  ].join('\n');
}

/** `rougeLCoco` is on the page of ROUGE: the longest beginning of the name that has a page. */
function pageOf(root: string, metric: string): string | undefined {
  const words = kebabCase(metric).split('-');
  for (let length = words.length; length > 0; length--) {
    const file = `${words.slice(0, length).join('-')}.md`;
    if (existsSync(join(root, 'docs/metrics', file))) return file;
  }
  return undefined;
}

function pages(root: string): { file: string; title: string }[] {
  const folder = join(root, 'docs/metrics');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => ({ file, title: /^# (.+)$/m.exec(readFileSync(join(folder, file), 'utf8'))?.[1] ?? file }));
}

function usage(name: string, option: Option): string {
  if (option.kind === 'flag') return kebabCase(name);
  const value = option.kind === 'choice' ? option.choices.join('|') : { number: 'N', file: 'FILE', tool: 'FOLDER' }[option.kind];
  return `${kebabCase(name)}=${value}`;
}
