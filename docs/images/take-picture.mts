/**
 * Takes the README's picture of a report: `npx sensebench tour --out tour`, then `npx tsx docs/images/take-picture.mts tour/report.html`.
 */
import { resolve } from 'node:path';
import { launchBrowser } from '../../test/browser.ts';

const browser = await launchBrowser();
if (!browser) process.exit(2);
const page = await browser.newPage({ viewport: { width: 1200, height: 1500 } });
await page.goto(`file://${resolve(process.argv[2] ?? 'report.html')}`);
// An item that the systems treat in three ways says more than the first.
await page.locator('#items-order').selectOption('apart');
await page.screenshot({ path: new URL('report.png', import.meta.url).pathname });
await browser.close();
