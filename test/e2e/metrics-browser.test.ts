/** The metrics in a real browser: every number of every metric is Node's, to the last digit. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as metrics from '../../packages/metrics/src/index.ts';
import { launchBrowser } from '../browser.ts';
import { measureEverything } from '../measure-everything.ts';
import { measureInBrowser, writeParaphrases } from '../metrics-in-browser.ts';

const ENTRY = join(import.meta.dirname, '../../packages/metrics/src/index.ts');
const golden = JSON.parse(readFileSync(join(import.meta.dirname, '../golden/captions.json'), 'utf8')) as {
  items: { candidate: string; references: string[] }[];
};
const captions = golden.items.slice(0, 60).map(({ candidate, references }) => ({ candidate, references }));

let folder: string;
let browser: Browser | null;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-metrics-'));
  await writeParaphrases(join(folder, 'table.bin'));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

it('gives what Node gives, for captions and for texts that programs stumble over', async ({ skip }) => {
  if (!browser) return skip();
  const texts = { captions, paraphrases: join(folder, 'table.bin') };
  const { result, paths } = await measureInBrowser(browser, ENTRY, texts);
  const expected = await measureEverything(metrics, texts);
  expect(JSON.parse(result)).toEqual(JSON.parse(expected));
  expect(result).toBe(expected);
  expect(new Set(paths.filter((path) => path.endsWith('.gz'))).size).toBe(6);
});
