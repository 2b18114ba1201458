/** How long the report of 50,000 items and two systems takes to open in a browser. `npx tsx bench/report-page.ts [--items 50000] [--rounds 7]` */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../test/browser.ts';
import { type OpenedPage, openPage } from '../test/open-page.ts';
import { keepResult } from './bench-result.ts';
import { writeMadeItems } from './made-items.ts';
import { median } from './median.ts';
import { runMeasured } from './run-measured.ts';

const METRICS = ['bleu', 'rougeLCoco', 'cider', 'coverage', 'length'];
const { values } = parseArgs({ options: { items: { type: 'string', default: '50000' }, rounds: { type: 'string', default: '7' } } });
const program = fileURLToPath(new URL('../packages/sensebench/dist/cli/main.js', import.meta.url));
if (!existsSync(program)) throw new Error('build first: npm run build');

const folder = mkdtempSync(join(tmpdir(), 'sensebench-report-page-'));
const browser = await launchBrowser();
try {
  if (browser) {
    const [report, small] = [await makeReport(Number(values.items)), await makeReport(64)];
    const opened: { report: OpenedPage[]; small: OpenedPage[] } = { report: [], small: [] };
    for (let round = 0; round < Number(values.rounds); round++) {
      opened.report.push(await openPage(browser, report));
      opened.small.push(await openPage(browser, small));
    }
    const of = (pages: readonly OpenedPage[], value: keyof OpenedPage) => median(pages.map((page) => page[value]));
    const measured = (pages: readonly OpenedPage[]) => ({
      seconds: of(pages, 'usableSeconds'),
      processorSeconds: of(pages, 'processorSeconds'),
    });
    const note = `${(statSync(report).size / 1e6).toFixed(1)} MB; first row after ${of(opened.report, 'firstRowSeconds').toFixed(2)} s; memory of the page's script ${of(opened.report, 'heapMegabytes').toFixed(0)} MB, after sorting and searching ${of(opened.report, 'usedHeapMegabytes').toFixed(0)} MB; first sort ${of(opened.report, 'sortSeconds').toFixed(2)} s, first search ${of(opened.report, 'firstSearchSeconds').toFixed(2)} s, later searches ${of(opened.report, 'searchSeconds').toFixed(2)} s`;
    const what = `opening the report of ${Number(values.items).toLocaleString('en')} items and two systems, until every item can be used`;
    const [ours, peer] = [measured(opened.report), measured(opened.small)];
    console.log(`${what}: ${ours.seconds.toFixed(2)} s, of 64 items ${peer.seconds.toFixed(2)} s; ${note}`);
    keepResult({
      bench: 'report-page',
      what,
      rounds: opened.report.length,
      ours,
      peer: { name: 'the same report of 64 items', measured: peer },
      goal: { seconds: 1 },
      note,
    });
  }
} finally {
  await browser?.close();
  rmSync(folder, { recursive: true });
}

/** The page of two runs: made predictions, and the keywords themselves. */
async function makeReport(items: number): Promise<string> {
  const { dataset, predictions } = await writeMadeItems(folder, items);
  const runs: string[] = [];
  for (const [name, model] of Object.entries({ made: `file:${predictions}`, keywords: 'keywords' })) {
    const out = join(folder, `${name}-${items}`);
    const given = ['--dataset', dataset, '--model', model, '--out', out, '--metrics', ...METRICS, '--quiet'];
    await runMeasured(process.execPath, [program, 'evaluate', 'commongen', ...given]);
    runs.push(out);
  }
  const page = join(folder, `report-${items}.html`);
  await runMeasured(process.execPath, [program, 'report', ...runs, '--out', page]);
  return page;
}
