/** @sensebench/metrics as a user gets it: packed from a clone that was never built, installed into an empty project, typed, run in Node and in a browser. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { measureEverything } from '../measure-everything.ts';
import { measureInBrowser, writeParaphrases } from '../metrics-in-browser.ts';
import { npm, packedPackages } from '../packed-packages.ts';

type Package = typeof import('../../packages/metrics/src/index.ts');

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'packages/metrics/README.md'), 'utf8');
let project: string;
let installed: string;

beforeAll(async () => {
  const { metrics } = await packedPackages();
  project = mkdtempSync(join(tmpdir(), 'sensebench-empty-'));
  installed = join(project, 'node_modules/@sensebench/metrics');
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  npm(project, 'install', '--no-audit', '--no-fund', metrics);
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('the installed package', () => {
  it('is one package of at most 4 MB, with its licences', () => {
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@sensebench']);
    expect(readdirSync(join(project, 'node_modules/@sensebench'))).toEqual(['metrics']);
    const kilobytes = Number(execFileSync('du', ['-sk', 'node_modules'], { cwd: project, encoding: 'utf8' }).split('\t')[0]);
    expect(kilobytes).toBeLessThan(4 * 1024);
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.md', 'dist', 'package.json', 'weights']);
    expect(readdirSync(join(installed, 'weights')).sort()).toEqual(['spice', 'wordnet']);
  });

  it('prints what its README shows', () => {
    const [, program] = readme.match(/```js\n([\s\S]*?)```/) ?? [];
    const [, printed] = readme.match(/prints\n\n```\n([\s\S]*?)```/) ?? [];
    writeFileSync(join(project, 'readme.js'), program);
    expect(execFileSync(process.execPath, ['readme.js'], { cwd: project, encoding: 'utf8' })).toBe(printed);
  });

  it.each(['nodenext', 'bundler'])('has types that need no others: %s', (resolution) => {
    const program = `import { InputError, loadWordNet, METRICS, score, type ScoreRequest, type Scores, textScorer, type WordNet } from '@sensebench/metrics';
      import { type MetricWorkers, startMetricWorkers } from '@sensebench/metrics/threads';
      const workers: MetricWorkers | null = startMetricWorkers(1);
      const request: Partial<ScoreRequest> = { options: { ter: { asian: true } }, metrics: Object.keys(METRICS), workers };
      const scores: Scores = await score({ ...request, predictions: ['a'], references: ['b'], items: undefined });
      const meteor: number | null = scores.corpus.meteor;
      const wordnet: WordNet = await loadWordNet();
      console.log(meteor, wordnet.synsets('dog'), await textScorer('bleu4')({ output: 'a', expected: 'b' }), new InputError('x'));
      // @ts-expect-error A metric has no such option.
      await score({ predictions: ['a'], references: ['b'], options: { ter: { asean: true } } });`;
    writeFileSync(join(project, 'typed.ts'), program);
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      'false',
      '--target',
      'es2023',
      '--module',
      resolution === 'bundler' ? 'esnext' : resolution,
    ];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, ...options, '--moduleResolution', resolution, 'typed.ts'], { cwd: project, stdio: 'pipe' });
  });

  it('measures with threads what it measures without', () => {
    writeFileSync(
      join(project, 'threads.js'),
      `import { score } from '@sensebench/metrics';
      import { startMetricWorkers } from '@sensebench/metrics/threads';
      const numbers = Array.from({ length: 80 }, (_, i) => i);
      const request = { predictions: numbers.map((i) => 'A dog runs in snow ' + i), references: numbers.map((i) => 'The dog is running ' + i), metrics: ['meteor', 'spice'] };
      const workers = startMetricWorkers(1);
      const [alone, shared] = [await score(request), await score({ ...request, workers })];
      workers.close();
      console.log(alone.corpus.spice > 0, JSON.stringify(alone) === JSON.stringify(shared));`,
    );
    expect(execFileSync(process.execPath, ['threads.js'], { cwd: project, encoding: 'utf8' })).toBe('true true\n');
  });

  describe('in a browser', () => {
    let browser: Browser | null;
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(() => browser?.close());

    it('gives what it gives in Node, bundled by Vite without configuration', async ({ skip }) => {
      if (!browser) return skip();
      const texts = {
        captions: [{ candidate: 'A dog runs in snow.', references: ['The dog is running.'] }],
        paraphrases: join(project, 'table.bin'),
      };
      await writeParaphrases(texts.paraphrases);
      const metrics: Package = await import(pathToFileURL(join(installed, 'dist/metrics/index.js')).href);
      const { result, paths } = await measureInBrowser(browser, { project }, texts);
      expect(result).toBe(await measureEverything(metrics, texts));
      expect(paths.some((path) => path.endsWith('.gz'))).toBe(true);
    });

    it('runs without a bundler too', async ({ skip }) => {
      if (!browser) return skip();
      const page = await browser.newPage();
      await page.route('http://metrics.test/**', (route) => {
        const { pathname } = new URL(route.request().url());
        return pathname === '/'
          ? route.fulfill({ contentType: 'text/html', body: '' })
          : route.fulfill({ path: join(installed, pathname) });
      });
      await page.goto('http://metrics.test/');
      const request = "{ predictions: ['A dog runs.'], references: ['The dog is running.'], metrics: ['meteor', 'spice'] }";
      const script = `import('/dist/browser/index.js').then(({ score }) => score(${request})).then(({ corpus }) => corpus)`;
      expect(await page.evaluate(script)).toEqual({ meteor: expect.any(Number), spice: 1 });
      await page.close();
    });
  });
});
