/** What html-validate and axe-core find wrong with a page, in a wide window, on a phone and in the dark. */
import { readFile } from 'node:fs/promises';
import { HtmlValidate } from 'html-validate';
import type { Browser, Page } from 'playwright-core';

const VIEWS = [
  { view: 'wide', width: 1280, dark: false, rules: null },
  // The markup is the same as in the wide window: what a narrow one changes is layout.
  { view: 'phone', width: 390, dark: false, rules: ['color-contrast', 'target-size', 'scrollable-region-focusable', 'meta-viewport'] },
  { view: 'dark', width: 1280, dark: true, rules: ['color-contrast'] },
] as const;

const validator = new HtmlValidate({ extends: ['html-validate:recommended'] });

interface Axe {
  run(options: { runOnly?: string[]; resultTypes?: string[] }): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Faults of the file's markup. */
export async function markupFaults(html: string): Promise<string[]> {
  // The data of the scripts are not markup, and may be megabytes.
  const bare = html.replace(/(<script type="application\/json"[^>]*>)[^<]*/g, '$1');
  const { results } = await validator.validateString(bare);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`));
}

/** Faults of the page as a browser shows it, what its scripts or its policy complain of, and a page that scrolls sideways. */
export async function shownFaults(browser: Browser, path: string): Promise<string[]> {
  const faults: string[] = [];
  for (const { view, width, dark, rules } of VIEWS) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: dark ? 'dark' : 'light' });
    page.on('pageerror', (error) => faults.push(`${view}: ${error.message}`));
    page.on('console', (message) => message.type() === 'error' && faults.push(`${view}: ${message.text()}`));
    await page.goto(`file://${path}`);
    for (const fault of await faultsIn(page, rules)) faults.push(`${view}: ${fault}`);
    await page.close();
  }
  return faults;
}

/** Of an open page in each view: nothing is loaded anew. */
export async function faultsInViews(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const { view, width, dark, rules } of VIEWS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    for (const fault of await faultsIn(page, rules)) faults.push(`${view}: ${fault}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}

async function faultsIn(page: Page, rules: readonly string[] | null): Promise<string[]> {
  const axe = await readFile(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  // Folded parts are read too.
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('details')) each.open = true;
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const found = await page.evaluate(async (only) => {
    const { axe: checker } = window as unknown as { axe: Axe };
    const { violations } = await checker.run({ resultTypes: ['violations'], ...(only ? { runOnly: [...only] } : {}) });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)} (${nodes.length})`);
  }, rules);
  if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)) found.push('scrolls sideways');
  return found;
}
