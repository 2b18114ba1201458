/** Seconds and memory of evaluating and scoring as the number of items grows. `npx tsx bench/growth.ts [--items 25000,50000] [--work evaluate-file,score-means]` */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { WORK } from './growth-work.ts';
import { writeMadeItems } from './made-items.ts';
import { runMeasured } from './run-measured.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '25000,50000,100000,200000,400000,1000000' },
    work: { type: 'string', default: Object.keys(WORK).join(',') },
  },
});
const program = fileURLToPath(new URL('../packages/sensebench/dist/cli/main.js', import.meta.url));
if (!existsSync(program)) throw new Error('build first: npm run build');
const folder = mkdtempSync(join(tmpdir(), 'sensebench-growth-'));
try {
  console.log('| work | items | seconds | peak MB |\n|---|---:|---:|---:|');
  for (const count of values.items.split(',').map(Number)) {
    const made = await writeMadeItems(folder, count);
    for (const name of values.work.split(',')) {
      const out = join(folder, `${name}-${count}`);
      const line = await runMeasured(process.execPath, [program, ...WORK[name](made, out)]).then(
        ({ seconds, megabytes }) => `${seconds.toFixed(1)} | ${megabytes?.toFixed(0) ?? '–'}`,
        (error: Error) => `${error.message} |`,
      );
      console.log(`| ${name} | ${count.toLocaleString('en')} | ${line} |`);
      rmSync(out, { recursive: true, force: true });
    }
    for (const path of Object.values(made)) rmSync(path);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
