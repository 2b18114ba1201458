/** Bundles @sensebench/metrics for browsers with Vite and runs test/measure-everything.ts with it in a real one. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { compileParaphrases } from '../packages/metrics/src/metrics/meteor/compile-paraphrases.ts';
import type { Texts } from './measure-everything.ts';

const ORIGIN = 'http://metrics.test';

export interface BrowserRun {
  result: string;
  /** What the page asked the server for. */
  paths: string[];
}

/** `metrics` is the file to bundle as @sensebench/metrics, or the project that it is installed in. */
export async function measureInBrowser(
  browser: Browser,
  metrics: string | { project: string },
  { captions, paraphrases }: Texts,
): Promise<BrowserRun> {
  const folder = await mkdtemp(join(typeof metrics === 'string' ? tmpdir() : metrics.project, 'sensebench-browser-'));
  try {
    await writeFile(join(folder, 'index.html'), '<!doctype html><script type="module" src="./main.ts"></script>');
    await writeFile(
      join(folder, 'main.ts'),
      `import * as metrics from '@sensebench/metrics';
      import { measureEverything } from ${JSON.stringify(join(import.meta.dirname, 'measure-everything.ts'))};
      window.measure = async () => measureEverything(metrics, { captions: await (await fetch('/captions.json')).json(), paraphrases: '/table.bin' });`,
    );
    await build({
      configFile: false,
      logLevel: 'error',
      root: folder,
      resolve: { alias: typeof metrics === 'string' ? { '@sensebench/metrics': metrics } : {} },
      build: { target: 'es2023' },
    });
    await writeFile(join(folder, 'dist/captions.json'), JSON.stringify(captions));
    await writeFile(join(folder, 'dist/table.bin'), await readFile(paraphrases));
    return await runPage(browser, join(folder, 'dist'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runPage(browser: Browser, folder: string): Promise<BrowserRun> {
  const page = await browser.newPage();
  const paths: string[] = [];
  try {
    await page.route(`${ORIGIN}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      paths.push(pathname);
      return route.fulfill({ path: join(folder, pathname === '/' ? 'index.html' : pathname) });
    });
    await page.goto(ORIGIN, { waitUntil: 'load' });
    await page.waitForFunction('window.measure');
    return { result: await page.evaluate<string>('window.measure()'), paths };
  } finally {
    await page.close();
  }
}

/** A small paraphrase table of METEOR in a file. */
export async function writeParaphrases(path: string): Promise<void> {
  const entries = ['0.5\ntakes part in\nparticipates in', '0.5\nruns\nis running', '0.4\na dog\nthe dog', '0.3\nkids\nchildren'];
  async function* batches() {
    yield entries.flatMap((entry) => entry.split('\n'));
  }
  await writeFile(path, await compileParaphrases(batches(), { id: 'test' }));
}
