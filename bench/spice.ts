/** SPICE against SPICE 1.0 on the same items, each from process start to result. `npx tsx bench/spice.ts [--items 250] [--oracles ../.oracles]` */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { MetricInput, Tools } from '../src/core/index.ts';
import { spice } from '../src/metrics/spice/spice.ts';
import { tokenizeCoco } from '../src/nlp/tokenize-coco.ts';
import { loadWordNet } from '../src/nlp/wordnet.ts';

interface BenchItem {
  candidate: string;
  references: string[];
}

const { values } = parseArgs({
  options: { items: { type: 'string', default: '250' }, oracles: { type: 'string' }, ours: { type: 'string' } },
});
const shared = fileURLToPath(new URL('../../shared/oracles/', import.meta.url));

if (values.ours !== undefined) console.log(JSON.stringify(await scoreOurs(JSON.parse(readFileSync(values.ours, 'utf8')))));
else compare();

async function scoreOurs(items: BenchItem[]): Promise<{ spice: number | null }> {
  const inputs = items.map(
    ({ candidate, references }, i): MetricInput => ({
      item: { id: String(i), input: null, references, meta: {} },
      candidate,
      tokens: { candidate: tokenizeCoco(candidate), references: references.map((text) => tokenizeCoco(text)) },
    }),
  );
  const context = await spice.prepare?.(inputs, { wordnet: loadWordNet() } as unknown as Tools);
  if (context === undefined) throw new Error('SPICE prepares nothing');
  const stats = await Promise.all(inputs.map((input) => spice.segment(input, context)));
  return { spice: spice.score(stats, context).spice };
}

function compare(): void {
  const path = join(shared, 'commongen-dev-bart.jsonl');
  if (!existsSync(path)) {
    console.log('skipped: ../shared/oracles/commongen-dev-bart.jsonl is not here');
    return;
  }
  const rows = readFileSync(path, 'utf8').trim().split('\n').slice(0, Number(values.items));
  const items = rows.map((row) => {
    const { candidate, ptb_references } = JSON.parse(row) as { candidate: string; ptb_references: string[] };
    return { candidate, references: ptb_references };
  });
  const folder = mkdtempSync(join(tmpdir(), 'spice-'));
  writeFileSync(join(folder, 'items.json'), JSON.stringify(items));
  writeFileSync(join(folder, 'items.jsonl'), items.map((item) => JSON.stringify(item)).join('\n'));
  const ours = timed(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), '--ours', join(folder, 'items.json')]);
  console.log(`${items.length} items, sensebench: ${ours.seconds.toFixed(2)} s, ${ours.output.trim()}`);
  if (values.oracles === undefined) return;
  const python = join(values.oracles, 'venv/bin/python');
  const original = timed(python, [join(shared, 'spice.py'), join(folder, 'items.jsonl'), join(folder, 'out.json'), values.oracles]);
  console.log(`SPICE 1.0: ${original.seconds.toFixed(2)} s, ${original.output.trim().split('\n').at(-1)}`);
  console.log(`${(original.seconds / ours.seconds).toFixed(1)} times as fast`);
}

function timed(command: string, args: string[]): { seconds: number; output: string } {
  const started = performance.now();
  const run = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  if (run.status !== 0) throw new Error(`${command} ended with ${run.status}`);
  return { seconds: (performance.now() - started) / 1000, output: run.stdout };
}
