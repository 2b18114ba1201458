/** Seconds and memory of SituatedGen builds as statements grow, each in processes of its own. `npx tsx bench/mine-growth.ts [--statements 4000,16000] [--threads 2]` */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeMadeStatements } from './made-statements.ts';
import { runMeasured } from './run-measured.ts';

const { values } = parseArgs({
  options: {
    statements: { type: 'string', default: '4000,16000,64000,100000,256000' },
    threads: { type: 'string', default: '2' },
  },
});
const program = fileURLToPath(new URL('../packages/sensebench/dist/cli/main.js', import.meta.url));
if (!existsSync(program)) throw new Error('build first: npm run build');
const folder = mkdtempSync(join(tmpdir(), 'sensebench-mine-'));
try {
  console.log(
    '| statements | of them real | mined | pairs | seconds | processor seconds | peak MB, all processes | peak MB, the largest | load | steps, seconds |',
  );
  console.log('|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|');
  for (const count of values.statements.split(',').map(Number)) {
    const [corpus, out, cache] = ['statements.txt', 'set', 'cache'].map((name) => join(folder, `${count}-${name}`));
    const { real } = await writeMadeStatements(corpus, count);
    const words = [
      '--statements',
      corpus,
      '--entities',
      'model',
      '--pairs',
      'paper',
      '--step',
      'mine(best-partners=8)',
      '--threads',
      values.threads,
    ];
    const given = [process.execPath, program, 'build', 'situatedgen', ...words, '--out', out, '--cache', cache, '--json'];
    // A home of its own: vectors that were computed before would be found there.
    // The shell's `time` counts the processor seconds of all processes, which do not depend on what else the machine does.
    const timed = ['-c', 'TIMEFORMAT="processor %U %S"; time "$0" "$@"', ...given];
    const run = await runMeasured('bash', timed, { SENSEBENCH_HOME: join(folder, `${count}-home`) });
    const [, user, system] = /^processor (\S+) (\S+)$/m.exec(run.said) ?? [];
    const { pairs } = JSON.parse(run.output) as { pairs: number };
    const { mining } = JSON.parse(readFileSync(join(out, 'stats.json'), 'utf8')) as { mining: { statements: number } };
    const steps = [...run.said.matchAll(/^(\w+): (\d+\.\d) s$/gm)].map(([, step, seconds]) => `${step} ${seconds}`);
    const memory = [run.treeMegabytes, run.largestMegabytes].map((megabytes) => megabytes?.toFixed(0) ?? '–');
    const figures = [run.seconds.toFixed(0), (Number(user) + Number(system)).toFixed(0), ...memory, loadavg()[1].toFixed(1)];
    console.log(
      `| ${[...[count, real, mining.statements, pairs].map((number) => number.toLocaleString('en')), ...figures, steps.join(', ')].join(' | ')} |`,
    );
    for (const name of ['statements.txt', 'set', 'cache', 'home'])
      rmSync(join(folder, `${count}-${name}`), { recursive: true, force: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
