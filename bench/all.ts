/**
 * Every comparison of speed in turn, and docs/benchmarks.md from it: `npm run bench`.
 * `--python` has pycocoevalcap and numpy, `--embeddings-python` sentence-transformers, `--oracles` the folder of the original SPICE; `--rounds n` of each bench;
 * `--only a,b` names benches: their rows take the place of those of an earlier run on the same machine.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchResultSchema } from './bench-result.ts';
import { type Benchmarks, benchmarksPage, benchmarksSchema } from './benchmarks-page.ts';

const { values } = parseArgs({
  options: {
    python: { type: 'string' },
    'embeddings-python': { type: 'string' },
    oracles: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
  },
});
const python = values.python ? ['--python', values.python] : [];
const embeddings = ['--threads', '0', ...(values['embeddings-python'] ? ['--python', values['embeddings-python']] : python)];
const benches = [
  { name: 'start', args: [] },
  { name: 'metrics', args: python },
  ...(existsSync(join(import.meta.dirname, '../../shared/data/commongen/train.jsonl.gz'))
    ? [{ name: 'metrics', args: [...python, '--items', '10000'] }]
    : []),
  { name: 'spice', args: values.oracles ? ['--oracles', values.oracles] : [] },
  { name: 'embeddings', args: embeddings },
  { name: 'embeddings', args: [...embeddings, '--int8'] },
  { name: 'join', args: python },
  { name: 'evaluate', args: [] },
  { name: 'report-page', args: [] },
];
const wanted = values.only?.split(',');
const load = loadavg()[0];
const folder = mkdtempSync(join(tmpdir(), 'sensebench-bench-'));
const results = join(folder, 'results.jsonl');

let failed = 0;
try {
  for (const { name, args } of benches) {
    if (wanted && !wanted.includes(name)) continue;
    const words = [...args, ...(values.rounds ? ['--rounds', values.rounds] : [])];
    console.log(`\n# ${[name, ...words].join(' ')}`);
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, `${name}.ts`), ...words], {
      stdio: 'inherit',
      env: { ...process.env, SENSEBENCH_BENCH_RESULTS: results },
    });
    if (status !== 0) failed++;
  }
  if (existsSync(results)) writePage(readFileSync(results, 'utf8'));
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = failed > 0 ? 1 : 0;

function writePage(lines: string): void {
  const docs = join(import.meta.dirname, '../docs');
  const measured: Benchmarks = benchmarksSchema.parse({
    measuredOn: new Date().toISOString().slice(0, 10),
    machine: { processor: cpus()[0].model, cores: cpus().length, memoryGb: Math.round(totalmem() / 1e9), load },
    versions: { node: process.version, ...versionsOf(values.python), ...versionsOf(values['embeddings-python']) },
    results: withOthers(
      lines
        .trim()
        .split('\n')
        .map((line) => benchResultSchema.parse(JSON.parse(line))),
      join(docs, 'benchmarks.json'),
    ),
  });
  writeFileSync(join(docs, 'benchmarks.json'), `${JSON.stringify(measured, null, 2)}\n`);
  writeFileSync(join(docs, 'benchmarks.md'), benchmarksPage(measured));
  console.log('\ndocs/benchmarks.md is as measured now');
}

/** In the order of the benches, with the rows of an earlier run of those that did not run now. */
function withOthers(rows: Benchmarks['results'], earlier: string): Benchmarks['results'] {
  const before = wanted && existsSync(earlier) ? benchmarksSchema.parse(JSON.parse(readFileSync(earlier, 'utf8'))).results : [];
  const order = [...new Set(benches.map(({ name }) => name))];
  return order.flatMap((name) => (!wanted || wanted.includes(name) ? rows : before).filter(({ bench }) => bench === name));
}

/** Of the peers that an interpreter has. */
function versionsOf(interpreter: string | undefined): Record<string, string> {
  if (interpreter === undefined) return {};
  const script = `
import importlib.metadata, json
found = {}
for name in ("pycocoevalcap", "numpy", "sentence-transformers", "torch"):
    try: found[name] = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError: pass
print(json.dumps(found))`;
  const { status, stdout } = spawnSync(interpreter, ['-c', script], { encoding: 'utf8' });
  return status === 0 ? (JSON.parse(stdout) as Record<string, string>) : {};
}
