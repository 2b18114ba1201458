/** How the runs of a report were made: model, prompt, options, tags, tokens and cost, and the signature of each score. */
import type { Table } from '../../core/index.ts';
import { tableToHtml, tableWithDownloads } from '../../report/index.ts';
import type { EvaluatedRun } from '../scores/read-run.ts';

export function runsHtml(runs: readonly EvaluatedRun[]): string {
  const all = runs.map(facts);
  const names = [...new Set(all.flatMap((own) => Object.keys(own)))];
  const table: Table = {
    columns: [{ key: 'what', label: 'fact' }, ...runs.map(({ name }, i) => ({ key: String(i), label: name, align: 'left' as const }))],
    rows: names.map((what) => ({ what, ...Object.fromEntries(all.map((own, i) => [String(i), own[what]])) })),
  };
  const lines = new Set(runs.flatMap(({ scores }) => Object.entries(scores.signatures).map((pair) => pair.join('\n'))));
  const signatures: Table = {
    columns: [
      { key: 'output', label: 'score' },
      { key: 'signature', label: 'signature' },
    ],
    rows: Array.from(lines, (line) => {
      const [output, signature] = line.split('\n');
      return { output, signature };
    }),
  };
  return `${tableWithDownloads(table, 'runs')}<details><summary>How each score was made (signatures)</summary>${tableToHtml(signatures)}</details>`;
}

function facts({ manifest, totals }: EvaluatedRun): Record<string, string> {
  const { options, prompt, tags = [], note } = manifest;
  return {
    model: manifest.runner,
    ...(tags.length > 0 ? { tags: tags.join(', ') } : {}),
    ...(note ? { note } : {}),
    prompt: `${prompt.name} (${prompt.sha256.slice(0, 12)})`,
    options: Object.entries(options)
      .filter(([, value]) => value !== undefined && value !== null && value !== 0 && value !== false)
      .map(([name, value]) => `${name} ${name === 'train' ? String(value).slice(0, 12) : String(value)}`)
      .join(', '),
    answers: String(totals.answers),
    'input tokens': totals.inputTokens > 0 ? String(totals.inputTokens) : '–',
    'output tokens': totals.outputTokens > 0 ? String(totals.outputTokens) : '–',
    cost: totals.cost > 0 ? `$${totals.cost.toFixed(4)}` : '–',
    'median time of an answer': totals.medianMs === null ? '–' : `${totals.medianMs} ms`,
  };
}
