/**
 * Takes the README's picture: `npx tsx docs/images/take-picture.mts report.html`. The report is that of three runs on the starter's concept-sets
 * (`build commongen --out sets`): `evaluate commongen --dataset sets --sample 40 --ci` with `--model gguf:smollm2 --shots 5 --prompt '(same-examples)'`, `small:commongen` and `keywords`.
 */
import { resolve } from 'node:path';
import { launchBrowser } from '../../test/browser.ts';

const browser = await launchBrowser();
if (!browser) process.exit(2);
const page = await browser.newPage({ viewport: { width: 1200, height: 1860 } });
await page.goto(`file://${resolve(process.argv[2] ?? 'report.html')}`);
// An item that the systems treat in three ways says more than the first.
await page.locator('#items-order').selectOption('apart');
await page.screenshot({ path: new URL('report.png', import.meta.url).pathname });
await browser.close();
