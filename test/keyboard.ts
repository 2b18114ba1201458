/** Using a page by the keyboard alone: Tab until something has the focus, then keys. */
import type { Page } from 'playwright-core';

/** What has the focus, in the words that a reader of screens would say. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const here = document.activeElement;
    if (!(here instanceof HTMLElement) || here === document.body) return '';
    const labels = 'labels' in here && here.labels instanceof NodeList ? [...here.labels].map((label) => label.textContent).join(' ') : '';
    return `${here.getAttribute('aria-label') ?? ''} ${labels} ${here.textContent ?? ''}`.replace(/\s+/g, ' ').trim();
  });
}

const PATIENCE_MS = 60_000;

/** Presses Tab until the focus is on something of that name. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const seen: string[] = [];
  const end = performance.now() + PATIENCE_MS;
  for (let steps = 0; steps < 120 || performance.now() < end; steps++) {
    const here = await focused(page);
    if (name.test(here)) return;
    seen.push(here.slice(0, 60));
    // Once around, and it is not there yet: the page may still be loading.
    if (here === '') await page.waitForTimeout(50);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}; it reaches ${[...new Set(seen)].join(' / ')}`);
}

export async function press(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}
