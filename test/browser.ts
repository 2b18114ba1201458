/** A real browser for tests: the one from npm on Linux, else an installed Chrome, else null with a line that says so. */
import { existsSync } from 'node:fs';
import { type Browser, chromium as playwright } from 'playwright-core';

const INSTALLED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
];

export async function launchBrowser(): Promise<Browser | null> {
  try {
    if (process.platform === 'linux' && process.arch === 'x64') {
      const { default: chromium } = await import('@sparticuz/chromium');
      return await playwright.launch({ executablePath: await chromium.executablePath(), args: ['--no-sandbox'], headless: true });
    }
    const executablePath = INSTALLED.find((path) => existsSync(path));
    if (executablePath) return await playwright.launch({ executablePath, headless: true });
    console.warn('no browser here: the browser tests are skipped');
  } catch (error) {
    console.warn(
      `no browser can be started, the browser tests are skipped: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
    );
  }
  return null;
}
