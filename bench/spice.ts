/** SPICE against SPICE 1.0 on the same CommonGen items, each from process start to result. `npx tsx bench/spice.ts [--items 250] [--rounds 3] [--oracles ../.oracles]` */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from './median.ts';

const { values } = parseArgs({
  options: { items: { type: 'string', default: '250' }, rounds: { type: 'string', default: '3' }, oracles: { type: 'string' } },
});
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const program = here('../dist/cli/main.js');
const outputs = here('../../shared/oracles/commongen-dev-bart.jsonl');

if (!existsSync(program)) throw new Error('build first: npm run build');
if (existsSync(outputs)) compare();
else console.log('skipped: ../shared/oracles/commongen-dev-bart.jsonl is not here');

function compare(): void {
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
    const seconds = { ours: [] as number[], original: [] as number[] };
    for (let round = 1; round <= Number(values.rounds); round++) {
      const ours = timed(process.execPath, [program, 'score', 'text', ...files, '--metrics', 'spice', '--json', '--quiet']);
      const score = (JSON.parse(ours.output) as { corpus: { spice: number } }).corpus.spice;
      seconds.ours.push(ours.seconds);
      console.log(`round ${round}: sensebench ${ours.seconds.toFixed(2)} s, SPICE ${score.toFixed(4)}`);
      if (values.oracles === undefined) continue;
      const original = timed(join(values.oracles, 'venv/bin/python'), [script, both, join(folder, 'out.json'), values.oracles]);
      seconds.original.push(original.seconds);
      console.log(`round ${round}: the original ${original.seconds.toFixed(2)} s, ${original.output.trim().split('\n').at(-1)}`);
    }
    const own = median(seconds.ours);
    console.log(`${items.length} items, median of ${values.rounds}: sensebench ${own.toFixed(2)} s`);
    if (seconds.original.length > 0) console.log(`the original ${(median(seconds.original) / own).toFixed(1)} times as long`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function timed(command: string, args: string[]): { seconds: number; output: string } {
  const started = performance.now();
  const run = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(`${command} ended with ${run.status}`);
  return { seconds: (performance.now() - started) / 1000, output: run.stdout };
}
