/** The documentation site is built under a sub-path; its links are checked by the build, and a real browser reads it. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPages } from '../../apps/site/collect-pages.ts';
import { LISTED_FOLDERS, SECTIONS } from '../../apps/site/sections.ts';
import { launchBrowser } from '../browser.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'apps/site/dist');
const BASE = '/sensebench/';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

describe('the documentation site', () => {
  let server: Server;
  let origin: string;
  let browser: Browser | null;

  beforeAll(async () => {
    execFileSync(process.execPath, ['--import', 'tsx', 'apps/site/build.ts'], {
      cwd: root,
      env: { ...process.env, SITE_BASE: BASE },
      stdio: 'pipe',
    });
    server = createServer(({ url = '' }, response) => {
      const path = new URL(url, 'http://localhost').pathname;
      const file = path.startsWith(BASE) ? path.slice(BASE.length) || 'index.html' : 'outside the base';
      try {
        response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
        response.end(readFileSync(join(dist, decodeURIComponent(file))));
      } catch {
        response.writeHead(404).end();
      }
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it('has every page of the documentation in its sidebar', () => {
    const listed = new Set(SECTIONS.flatMap(({ pages }) => pages.map(({ page }) => `${page}.md`)));
    const missing = [...findPages(root).values()].filter((page) => !listed.has(page) && !(page.split('/')[0] in LISTED_FOLDERS));
    expect(missing).toEqual([]);
  });

  it('has a page for every command, metric and entry of the API', () => {
    const text = (page: string) => readFileSync(join(dist, page), 'utf8');
    for (const command of ['evaluate', 'score text', 'build situatedgen', 'leaderboard create'])
      expect(text('reference/commands.html')).toContain(`id="${command.replace(' ', '-')}"`);
    expect(text('reference/metrics.html')).toContain('bleuSacre(');
    const entries = readdirSync(join(dist, 'reference/api'), { recursive: true });
    for (const entry of ['metrics/src/core', 'metrics/src/metrics', 'sensebench/src/evaluate'])
      expect(entries).toContain(join(`${entry}.html`));
  });

  it('opens without errors, wide and on a phone, searches, and is dark where that is wished', async ({ skip }) => {
    if (!browser) return skip();
    for (const { width, colorScheme } of [
      { width: 1280, colorScheme: 'light' },
      { width: 390, colorScheme: 'dark' },
    ] as const) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const faults = collectFaults(page);
      for (const path of [
        '',
        'start.html',
        'architecture.html',
        'reference/commands.html',
        'reference/api/metrics/src/core.html',
        'metrics/bleu.html',
      ]) {
        await page.goto(`${origin}${BASE}${path}`);
        await page.locator('h1').first().waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
      }
      expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(colorScheme === 'dark');
      expect(faults).toEqual([]);
      await page.close();
    }
    const page = await browser.newPage();
    await page.goto(`${origin}${BASE}`);
    await page.keyboard.press('Control+k');
    await page.locator('.VPLocalSearchBox input').fill('Krippendorff');
    await page.locator('.VPLocalSearchBox .result').first().click();
    await expect.poll(() => page.url()).toContain('krippendorff');
    await page.close();
  });

  function collectFaults(page: Page): string[] {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('response', (response) => response.status() >= 400 && faults.push(`${response.status()} ${response.url()}`));
    return faults;
  }
});
