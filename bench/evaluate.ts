/** `evaluate` on a fake server beside bare requests to it: what is ours of the time. `npx tsx bench/evaluate.ts [--items 10000] [--rounds 3]` */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keepResult } from './bench-result.ts';
import { writeMadeItems } from './made-items.ts';
import { medianOf } from './median.ts';
import { type MeasuredRun, runMeasured } from './run-measured.ts';

const CONCURRENCY = 16;
const { values } = parseArgs({ options: { items: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '3' } } });
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const program = here('../packages/sensebench/dist/cli/main.js');
if (!existsSync(program)) throw new Error('build first: npm run build');

const shown = ({ seconds, processorSeconds }: Pick<MeasuredRun, 'seconds' | 'processorSeconds'>) =>
  `${seconds.toFixed(2)} s (processor ${processorSeconds?.toFixed(2) ?? '?'} s)`;
const folder = mkdtempSync(join(tmpdir(), 'sensebench-evaluate-'));
const server = spawn(process.execPath, ['--import', 'tsx', here('fake-server.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
try {
  const [baseURL] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  const { dataset } = await writeMadeItems(folder, Number(values.items));
  const runs: { ours: MeasuredRun[]; bare: MeasuredRun[] } = { ours: [], bare: [] };
  for (let round = 0; round < Number(values.rounds); round++) {
    const flags = ['--metrics', 'bleu', '--quiet'];
    const given = [
      '--dataset',
      dataset,
      '--model',
      `openai:m@${baseURL}(concurrency=${CONCURRENCY})`,
      '--out',
      join(folder, `run-${round}`),
    ];
    const ours = await runMeasured(process.execPath, [program, 'evaluate', 'commongen', ...given, ...flags]);
    const bare = await runMeasured(process.execPath, [here('bare-requests.js'), baseURL, values.items, `${CONCURRENCY}`]);
    runs.ours.push(ours);
    runs.bare.push(bare);
    console.log(`round ${round + 1}: evaluate ${shown(ours)}, bare requests ${shown(bare)}`);
  }
  const [ours, bare] = [medianOf(runs.ours), medianOf(runs.bare)];
  const each = (own: number | null, theirs: number | null) => ((1000 * ((own ?? 0) - (theirs ?? 0))) / Number(values.items)).toFixed(2);
  const note = `${each(ours.seconds, bare.seconds)} ms an item beyond the requests, ${each(ours.processorSeconds, bare.processorSeconds)} ms of processor time`;
  console.log(`${values.items} items: ${note}`);
  keepResult({
    bench: 'evaluate',
    what: `evaluation of ${Number(values.items).toLocaleString('en')} items on a fake server, BLEU and report`,
    rounds: runs.ours.length,
    ours,
    peer: { name: 'the same number of bare requests', measured: bare },
    goal: { times: 0.5 },
    note,
  });
} finally {
  server.stdin.end();
  rmSync(folder, { recursive: true });
}
