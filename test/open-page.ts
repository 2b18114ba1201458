/** Opens a page with a list of rows in a real browser and measures it: until its first row is drawn, until all rows can be used, memory. */
import type { Browser } from 'playwright-core';

export interface OpenedPage {
  /** From the start of the load until the first row of the list is drawn. */
  firstRowSeconds: number;
  /** From the start of the load until the whole page is read: every row can be searched, sorted and scrolled to. */
  usableSeconds: number;
  /** Processor time of the page's main thread. */
  processorSeconds: number;
  /** Memory of the page's script: when it was opened, and after every row was sorted and searched. */
  heapMegabytes: number;
  usedHeapMegabytes: number;
  /** How long a reader waits who sorts at once, searches at once before the page has prepared that, and searches again. */
  sortSeconds: number;
  firstSearchSeconds: number;
  searchSeconds: number;
}

/** Text, because a compiler's helpers are not in the page. */
const WATCH = `
const look = () => document.querySelector('.item-row')
  ? requestAnimationFrame(() => { window.firstRow = performance.now(); })
  : requestAnimationFrame(look);
requestAnimationFrame(look);`;

const DRAWN = `new Promise((resolve) => {
  const wait = () => window.firstRow ? resolve(window.firstRow) : setTimeout(wait, 5);
  wait();
})`;

const USE = `(() => {
  const seconds = (act) => {
    const start = performance.now();
    act();
    document.querySelector('.item-list').getBoundingClientRect();
    return (performance.now() - start) / 1000;
  };
  const order = document.querySelector('select[id$=-order]');
  const search = document.querySelector('input[type=search]');
  const find = (words) => seconds(() => { search.value = words; search.dispatchEvent(new Event('input')); });
  const sortSeconds = seconds(() => { order.selectedIndex = order.options.length > 1 ? 1 : 0; order.dispatchEvent(new Event('change')); });
  const firstSearchSeconds = find('dog');
  const searchSeconds = find('man ball');
  find('');
  return { sortSeconds, firstSearchSeconds, searchSeconds };
})()`;

export async function openPage(browser: Browser, path: string): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript({ content: WATCH });
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const metrics = async () => {
      const { metrics: all } = await session.send('Performance.getMetrics');
      return (name: string) => all.find((metric) => metric.name === name)?.value ?? 0;
    };
    await page.goto(`file://${path}`);
    const firstRow = (await page.evaluate(DRAWN)) as number;
    const opened = await metrics();
    const usable = (await page.evaluate("performance.getEntriesByType('navigation')[0].domComplete")) as number;
    const used = (await page.evaluate(USE)) as Pick<OpenedPage, 'sortSeconds' | 'firstSearchSeconds' | 'searchSeconds'>;
    await session.send('HeapProfiler.collectGarbage');
    return {
      firstRowSeconds: firstRow / 1000,
      usableSeconds: usable / 1000,
      processorSeconds: opened('TaskDuration'),
      heapMegabytes: opened('JSHeapUsedSize') / 1e6,
      usedHeapMegabytes: (await metrics())('JSHeapUsedSize') / 1e6,
      ...used,
    };
  } finally {
    await context.close();
  }
}
