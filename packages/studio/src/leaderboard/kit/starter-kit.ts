/** The starter kit of a phase as a zip: the public data, the items to predict without answers, a checker, baselines, instructions. */
import { type Benchmark, InputError, type Item, labelChoices, type PredictedText } from 'sensebench/internal/core';
import { writeArchive } from 'sensebench/internal/files';
import type { PhaseItems } from '../phase-items.ts';
import type { Competition, Phase } from '../phases.ts';
import { labelsOf } from '../read-answer.ts';
import { CHECKER } from './checker.ts';
import { findGold } from './find-gold.ts';

export interface KitInput {
  competition: Pick<Competition, 'title' | 'about'>;
  phase: Phase;
  items: PhaseItems;
  benchmark: Pick<Benchmark, 'title' | 'choices'>;
  /** A row in the benchmark's own format, with or without answers. By default only id, input and choices, because `meta` may reveal the answer. */
  row?(item: Item, options: { answers: boolean }): Readonly<Record<string, unknown>>;
  /** Predictions made without the answers, by name, like random or the majority of train. */
  baselines?: Readonly<Record<string, readonly { id: string; prediction: PredictedText }[]>>;
}

export function starterKit({ competition, phase, items, benchmark, row, baselines = {} }: KitInput): {
  zip: Uint8Array;
  files: Record<string, string>;
} {
  const rowOf = (item: Item, answers: boolean) => row?.(item, { answers }) ?? plainRow(item, benchmark, answers);
  const files: Record<string, string> = { 'check.mjs': CHECKER, 'format.json': `${JSON.stringify({ labels: null })}\n` };
  for (const [i, { split, answered, withheld }] of items.shown.entries()) {
    const name = `data/${i + 1}-${split.replace(/[^\p{L}\p{N}_-]/gu, '-')}`;
    if (answered.length > 0) files[`${name}-with-answers.jsonl`] = lines(answered.map((item) => rowOf(item, true)));
    if (withheld.length > 0) files[`${name}.jsonl`] = lines(withheld.map((item) => rowOf(item, false)));
  }
  files['data/to-predict.jsonl'] = lines(items.scored.map((item) => rowOf(item, false)));
  files['ids.jsonl'] = lines(items.scored.map((item) => ({ id: item.id, labels: labelsOf(item, benchmark) })));
  for (const [name, predictions] of Object.entries(baselines))
    files[`baselines/${name.replace(/[^\p{L}\p{N}_-]/gu, '-')}.jsonl`] = lines(predictions);
  files['README.md'] = describe({ competition, phase, items, benchmark, names: Object.keys(baselines) });
  const traces = findGold(files, items.scored);
  if (traces.length > 0) throw new InputError(`the kit would reveal answers: ${traces[0].why}`, { file: traces[0].file });
  return { zip: writeArchive(files), files };
}

function plainRow({ id, input, references }: Item, { choices }: Pick<Benchmark, 'choices'>, answers: boolean) {
  const item = { id, input, references: [], meta: {} };
  return { id, input, ...(choices ? { choices: labelChoices(choices(item)) } : {}), ...(answers ? { references } : {}) };
}

function lines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function describe({
  competition,
  phase,
  items,
  benchmark,
  names,
}: Pick<KitInput, 'competition' | 'phase' | 'items' | 'benchmark'> & { names: readonly string[] }): string {
  const { quota } = phase;
  const [first] = items.scored;
  return `# ${competition.title}: starter kit of the phase "${phase.name}"
${competition.about ? `\n${competition.about}\n` : ''}
Benchmark: ${benchmark.title}. Ranked by ${phase.rank}. From ${phase.start}${phase.end ? ` to ${phase.end}; a submission at the end itself is too late` : ''}.

| files | items | answers |
|---|---:|---|
${items.shown.map(({ split, answered, withheld }) => `| ${split} | ${answered.length + withheld.length} | ${answered.length} given |`).join('\n')}
| data/to-predict.jsonl | ${items.scored.length} | withheld |

## Submission

One line for each item of data/to-predict.jsonl: \`${JSON.stringify({ id: first.id, prediction: labelsOf(first, benchmark)?.[0] ?? '…' })}\`
CSV with a first line \`id,prediction\` and run folders of \`sensebench evaluate\` (as they are, or as a zip) are taken too.

Check a file before you send it: \`node check.mjs my-predictions.jsonl\`
${names.length > 0 ? `Examples: ${names.map((name) => `baselines/${name}.jsonl`).join(', ')}\n` : ''}
${quota.day || quota.total ? `Submissions: ${[quota.day && `${quota.day} a day (UTC)`, quota.total && `${quota.total} in total`].filter(Boolean).join(', ')}; failed and cancelled ones do not count.` : ''}
${phase.ladder === false ? '' : 'While the phase runs scores are of the public part and rounded, and a submission that is not above your best so far has none. When the phase is over every submission has its own.'}
`;
}
