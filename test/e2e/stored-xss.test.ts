/** Names, notes, guidelines, item texts, links and file names that are scripts, on every page that shows them, in a real browser. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { build as buildPages } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { action as report } from '../../packages/sensebench/src/cli/commands/report.ts';
import { action as rescore } from '../../packages/sensebench/src/cli/commands/rescore.ts';
import { createApi } from '../../packages/studio/src/server/create-api.ts';
import { type Listening, listen } from '../../packages/studio/src/server/listen.ts';
import { loadPages } from '../../packages/studio/src/server/pages.ts';
import { testBoards } from '../board.ts';
import { launchBrowser } from '../browser.ts';
import { quietContext } from '../quiet-context.ts';
import { type Answer, answerNext, type Caller, makeDataset, makeRun, writeWholeDataset } from '../studio.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const world = testBoards();
const folder = mkdtempSync(join(tmpdir(), 'sensebench-xss-'));

/** Short enough for every name. Each breaks out of another place: an element, an attribute, an address, a script, JSON in a script, a style. */
const PAYLOADS = [
  'xss<img src=x onerror=attacked(1)><svg onload=attacked(2)>',
  `xss" onfocus="attacked(3)" autofocus ' onclick='attacked(4)`,
  'javascript:attacked(5)//xss',
  'data:text/html,<script>attacked(6)</script>xss',
  "xss</script><script>attacked(7)</script>'-attacked(8)-'",
  'xss\\u003cscript>attacked(9)<!--<script>{{attacked(10)}}',
  'xss</style><style>*{background:url(//elsewhere.example)}',
  'xss;background:url(//elsewhere.example/x)}*{}',
];
const ALL = PAYLOADS.join('\n\n- ');
const LINK = 'https://example.org/"onmouseover="attacked(11)"><script>attacked(12)</script>';
const REFUSED_LINKS = ['javascript:attacked(13)', 'data:text/html,<script>attacked(14)</script>', ' JaVaScRiPt:attacked(15)'];

const PHASES = `title: ${JSON.stringify(PAYLOADS[0])}
about: ${JSON.stringify(ALL)}
metrics: [rougeL]
rank: rougeL
ladder: false
phases:
  - { name: one, start: 2027-01-11T00:00:00Z, end: 2027-03-01T00:00:00Z, afterEnd: items }
`;
const DURING = '2027-01-20T12:00:00.000Z';
const AFTER = '2027-03-02T00:00:00.000Z';

let browser: Browser | null = null;
let listening: Listening | undefined;
let address = '';
let board = '';
let study = '';
let competitor: Caller;
let annotator: Caller;
const submissions: string[] = [];
/** Pages that are files, by what they are. */
const written: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  if (!browser) return;
  const web = join(folder, 'web');
  await buildPages({
    root: join(root, 'packages/studio/web'),
    configFile: join(root, 'packages/studio/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: web },
  });
  const plenty = { burst: 10_000, perSecond: 10_000 };
  const api = createApi({
    studio: { ...world.studio, address: () => address },
    pages: loadPages(web),
    version: '0.0.0',
    tls: false,
    addressOf: () => 'here',
    log: () => undefined,
    rates: { session: plenty, visitor: plenty, failure: plenty },
  });
  listening = await listen({ fetch: api.fetch, host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${listening.port}`;
  await fillBoard();
  await fillStudy();
});
afterAll(async () => {
  await browser?.close();
  await listening?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function must(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, text, body } = await answer;
  expect(status, text).toBe(200);
  return body;
}

/** Every field that a competitor or an owner can write, and reports of a run and of a dataset. */
async function fillBoard(): Promise<void> {
  const rows = PAYLOADS.map((text) => ({ concept_set: `${text}#ball`, scene: [text, 'A ball.'] }));
  const { sha256, folder: dataset } = makeDataset(world.folder, 'sets', { benchmark: 'commongen', rows });
  board = (await must(world.owner.call('POST', '/api/boards', { datasets: ['sets'], phases: PHASES }))).id;
  const benchmark = await world.studio.app.benchmark('commongen');
  const items: string[] = [];
  for await (const { id } of benchmark.read(dataset, { split: 'test' })) items.push(id);
  for (const text of PAYLOADS) {
    competitor = await world.competitor(board, text);
    const file = items.map((id) => `${JSON.stringify({ id, prediction: text })}\n`).join('');
    const fields = { row: text, model: text, note: text, parameters: text };
    for (const links of REFUSED_LINKS) expect((await world.upload(competitor, board, file, { ...fields, links })).status, links).toBe(400);
    const sent = await must(world.upload(competitor, board, file, { ...fields, links: LINK }, `${text}.jsonl`));
    submissions.push(sent.submission.id);
    await must(competitor.call('POST', `/api/boards/${board}/tokens`, { name: text }));
  }
  const outputs = Object.fromEntries(items.map((id, i) => [id, PAYLOADS[i % PAYLOADS.length]]));
  const run = makeRun(world.folder, 'hostile', { benchmark: 'commongen', sha256, outputs });
  await must(world.owner.call('POST', `/api/boards/${board}/references`, { run, phase: 'one', name: PAYLOADS[4], note: PAYLOADS[6] }));
  await must(world.owner.call('POST', `/api/boards/${board}/invitations`, { name: PAYLOADS[1] }));
  await world.drain();
  await must(world.owner.call('POST', `/api/boards/${board}/rescore`, { reason: PAYLOADS[5] }));
  await world.drain();

  const context = quietContext({ tools: world.studio.app.tools });
  const folders = { run: [join(world.folder, run)], dataset };
  await rescore.run(rescore.options.parse({ ...folders, metrics: ['length'] }), context);
  written.push(join(folder, 'run.html'), join(folder, 'whole', 'report.html'));
  await report.run(report.options.parse({ ...folders, out: written[0] }), context);
  const row = z.object({ concept_set: z.string(), scene: z.array(z.string()) });
  await writeWholeDataset(folder, 'whole', { benchmark: { name: 'commongen' }, rows, row });
}

/** Every field that the owner of a study and its annotators can write. */
async function fillStudy(): Promise<void> {
  const source = { dataset: 'sets', task: 'commongen/criteria', runs: ['runs/hostile'], people: 2 };
  study = (await must(world.owner.call('POST', '/api/studies', source))).id;
  const background = [{ name: 'a', question: PAYLOADS[0], options: PAYLOADS }];
  const settings = { title: PAYLOADS[1], guideline: ALL, consent: ALL, background };
  await must(world.owner.call('PATCH', `/api/studies/${study}`, { ...settings, state: 'open' }));
  for (const [i, rating] of ['yes', 'no'].entries()) {
    annotator = await world.join(study, 'annotator', { label: PAYLOADS[6 + i] });
    await must(annotator.call('POST', '/api/work/consent', { agreed: true }));
    await must(annotator.call('POST', '/api/work/background', { answers: { a: PAYLOADS[4] } }));
    for (const text of PAYLOADS) await must(annotator.call('POST', '/api/work/notes', { text }));
    const answered = await answerNext(annotator, () => ({ commonsense: rating, fluency: rating }));
    expect(answered?.answer.status, answered?.answer.text).toBe(200);
  }
}

/** A page that tells of dialogs, scripts and requests that no page of ours causes. */
async function openWatched(context: BrowserContext, faults: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!/^(data|blob|file):/.test(request.url()) && !request.url().startsWith(address)) faults.push(`request: ${request.url()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  await page.exposeFunction('attacked', (number: number) => faults.push(`script ${number} ran`));
  return page;
}

/** Looks for markup of the payloads in the page as it is, and provokes what waits for the mouse or the keyboard. */
async function provoke(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const details of document.querySelectorAll('details')) details.open = true;
    for (const element of document.querySelectorAll<HTMLElement>('*')) {
      const { tagName, textContent } = element;
      for (const { name, value } of element.attributes) {
        const runs = name.startsWith('on') || name === 'srcdoc';
        const leads =
          /^(href|src|action|formaction|xlink:href|data)$/.test(name) && /^\s*(javascript:|vbscript:|data:text\/html)/i.test(value);
        if (runs || leads || (name === 'style' && value.includes('elsewhere'))) found.push(`<${tagName} ${name}=${value}>`);
      }
      const isData = element.getAttribute('type') === 'application/json';
      if (tagName === 'SCRIPT' && !isData && textContent?.includes('attacked(')) found.push(`<SCRIPT> ${textContent.slice(0, 80)}`);
      if (tagName === 'STYLE' && textContent?.includes('elsewhere')) found.push('<STYLE> of a text');
      if (element.getAttribute('src') === 'x') found.push(`<${tagName} src=x>`);
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
      element.focus?.();
    }
    return found;
  });
}

async function visit(context: BrowserContext, addresses: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const where of addresses) {
    const faults: string[] = [];
    const page = await openWatched(context, faults);
    await page.goto(where);
    await page.waitForFunction(() => document.querySelector('h1') !== null && document.querySelector('.loading') === null);
    // A page that shows none of the texts would prove nothing.
    const shows = page.waitForFunction(() => `${document.title} ${document.body.innerText}`.includes('xss'), null, { timeout: 10_000 });
    await shows.catch(() => faults.push('shows none of the texts'));
    faults.push(...(await provoke(page)));
    await page.close();
    if (faults.length > 0) found[where.replace(address, '')] = faults;
  }
  return found;
}

/** With the policy of the pages, and without it: the markup alone must hold. */
async function inBothContexts<T>(who: Caller | null, look: (context: BrowserContext) => Promise<T>): Promise<T[]> {
  return Promise.all(
    [false, true].map(async (bypassCSP) => {
      const context = await browser!.newContext({ bypassCSP });
      const [name, value] = who?.cookie.split('=') ?? [];
      if (who) await context.addCookies([{ name, value, url: address }]);
      const result = await look(context);
      await context.close();
      return result;
    }),
  );
}

const check = async (who: Caller | null, paths: readonly string[]) =>
  expect(
    await inBothContexts(who, (context) =>
      visit(
        context,
        paths.map((path) => (path.startsWith('file:') ? path : address + path)),
      ),
    ),
  ).toEqual([{}, {}]);

describe.skipIf(process.platform === 'win32')('texts of strangers stay texts', () => {
  it('on the pages of a study, for its owner and an annotator', async ({ skip }) => {
    if (!browser) return skip();
    const ends = ['', '/people', '/items', '/notes', '/results', '/adjudicate'];
    await check(world.owner, ['/', ...ends.map((end) => `/studies/${study}${end}`)]);
    const newcomer = await world.join(study, 'annotator', { label: PAYLOADS[0] });
    await check(annotator, ['/work']);
    await check(newcomer, ['/work']);
  });

  it('in what the submit page says of a refused file', async ({ skip }) => {
    if (!browser) return skip();
    const refusals = await inBothContexts(competitor, async (context) => {
      const faults: string[] = [];
      const page = await openWatched(context, faults);
      await page.goto(`${address}/boards/${board}/submit`);
      for (const text of PAYLOADS) {
        await page.getByLabel('Row name').fill('a row');
        const buffer = Buffer.from(`${JSON.stringify({ id: text, prediction: text })}\n`);
        await page
          .getByLabel('Predictions')
          .setInputFiles({ name: `${text.replaceAll('/', '')}.jsonl`, mimeType: 'application/jsonl', buffer });
        await page.getByRole('button', { name: 'Check and submit' }).click();
        await page.locator('.fault', { hasText: text.slice(0, 12) }).waitFor();
        faults.push(...(await provoke(page)));
      }
      return faults;
    });
    expect(refusals).toEqual([[], []]);
  });

  it('on the pages of a board, for visitors, competitors and the owner', async ({ skip }) => {
    if (!browser) return skip();
    world.now = AFTER;
    const at = (end: string) => `/boards/${board}${end}`;
    const open = ['', '/phases/1', '/about', '/rescorings/2', ...submissions.map((id) => `/submissions/${id}`)];
    await check(null, ['/boards', ...open.map(at)]);
    await check(competitor, ['/submissions', '/submit', `/submissions/${submissions.at(-1)}`].map(at));
    await check(world.owner, ['/submissions', '/manage'].map(at));
    world.now = DURING;
  });

  it('on the static site, and in the reports of a run and of a dataset', async ({ skip }) => {
    if (!browser) return skip();
    world.now = AFTER;
    const { bytes } = await world.visitor.call('GET', `/api/boards/${board}/static`);
    const site = Object.entries(unzipSync(bytes)).filter(([name]) => name.endsWith('.html'));
    expect(site.length).toBeGreaterThan(PAYLOADS.length);
    const pages = site.map(([name, content]) => {
      const path = join(folder, 'site', name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    });
    await check(
      null,
      [...pages, ...written].map((path) => `file://${path}`),
    );
    world.now = DURING;
  });
});
