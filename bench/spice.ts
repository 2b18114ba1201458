/** SPICE against SPICE 1.0 on the same CommonGen items, each from process start to result. `npx tsx bench/spice.ts [--items 250] [--rounds 3] [--oracles ../.oracles]` */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keepResult } from './bench-result.ts';
import { medianOf } from './median.ts';
import { type MeasuredRun, runMeasured } from './run-measured.ts';

const { values } = parseArgs({
  options: { items: { type: 'string', default: '250' }, rounds: { type: 'string', default: '3' }, oracles: { type: 'string' } },
});
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const program = here('../packages/sensebench/dist/cli/main.js');
const outputs = here('../../shared/oracles/commongen-dev-bart.jsonl');

if (!existsSync(program)) throw new Error('build first: npm run build');
if (existsSync(outputs)) await compare();
else console.log('skipped: ../shared/oracles/commongen-dev-bart.jsonl is not here');

async function compare(): Promise<void> {
  const rows = readFileSync(outputs, 'utf8').trim().split('\n').slice(0, Number(values.items));
  const items = rows.map((row, i) => {
    const { ptb_candidate, ptb_references } = JSON.parse(row) as { ptb_candidate: string; ptb_references: string[] };
    return { id: `${i}`, prediction: ptb_candidate, candidate: ptb_candidate, references: ptb_references };
  });
  const folder = mkdtempSync(join(tmpdir(), 'sensebench-spice-'));
  try {
    const both = join(folder, 'items.jsonl');
    writeFileSync(both, items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    const files = ['--references', both, '--predictions', both];
    const script = here('../../shared/oracles/spice.py');
    const runs: { ours: MeasuredRun[]; original: MeasuredRun[] } = { ours: [], original: [] };
    for (let round = 1; round <= Number(values.rounds); round++) {
      const ours = await runMeasured(process.execPath, [program, 'score', 'text', ...files, '--metrics', 'spice', '--json', '--quiet']);
      const score = (JSON.parse(ours.output) as { corpus: { spice: number } }).corpus.spice;
      runs.ours.push(ours);
      console.log(`round ${round}: sensebench ${ours.seconds.toFixed(2)} s, SPICE ${score.toFixed(4)}`);
      if (values.oracles === undefined) continue;
      const python = join(values.oracles, 'venv/bin/python');
      const original = await runMeasured(python, [script, both, join(folder, 'out.json'), values.oracles]);
      runs.original.push(original);
      console.log(`round ${round}: the original ${original.seconds.toFixed(2)} s, ${original.output.trim().split('\n').at(-1)}`);
    }
    const own = medianOf(runs.ours);
    const other = runs.original.length > 0 ? medianOf(runs.original) : null;
    console.log(`${items.length} items, median of ${values.rounds}: sensebench ${own.seconds.toFixed(2)} s`);
    if (other) console.log(`the original ${(other.seconds / own.seconds).toFixed(1)} times as long`);
    keepResult({
      bench: 'spice',
      what: `SPICE of ${items.length} items`,
      rounds: runs.ours.length,
      ours: own,
      peer: { name: 'SPICE 1.0 (Java)', measured: other },
      goal: { times: 60 },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
