/** How long `sensebench --help` takes beside Node itself, each from process start to end. `npx tsx bench/start.ts [--rounds 21]` */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keepResult } from './bench-result.ts';
import { medianOf } from './median.ts';
import { type MeasuredRun, runMeasured } from './run-measured.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '21' } } });
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
if (!existsSync(here('../packages/sensebench/dist/cli/main.js'))) throw new Error('build first: npm run build');

const runs: { ours: MeasuredRun[]; node: MeasuredRun[] } = { ours: [], node: [] };
for (let round = 0; round < Number(values.rounds); round++) {
  runs.ours.push(await runMeasured(process.execPath, [here('../packages/sensebench/bin/sensebench.js'), '--help']));
  runs.node.push(await runMeasured(process.execPath, ['--eval', '0']));
}
const [ours, node] = [medianOf(runs.ours), medianOf(runs.node)];
const shown = ({ seconds, processorSeconds }: typeof ours) =>
  `${seconds.toFixed(3)} s (processor ${processorSeconds?.toFixed(3) ?? '?'} s)`;
console.log(`sensebench --help ${shown(ours)}, node alone ${shown(node)}, median of ${values.rounds}`);
keepResult({
  bench: 'start',
  what: '`sensebench --help`',
  rounds: runs.ours.length,
  ours,
  peer: { name: 'Node alone', measured: node },
  goal: { seconds: 0.15 },
});
