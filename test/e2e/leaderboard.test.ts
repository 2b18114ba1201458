/** The life of a competition of two phases in a real browser: made, joined, submitted to, scored, ended, read without an account. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build as buildPages } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningWorker, startWorker } from '../../packages/studio/src/server/boards/board-worker.ts';
import { scoringOf } from '../../packages/studio/src/server/boards/open-board.ts';
import { createApi } from '../../packages/studio/src/server/create-api.ts';
import { type Listening, listen } from '../../packages/studio/src/server/listen.ts';
import { loadPages } from '../../packages/studio/src/server/pages.ts';
import { createInvitation } from '../../packages/studio/src/server/people/invitations.ts';
import { answers, CONTEXTS, PHASES, readRows, testBoards } from '../board.ts';
import { launchBrowser } from '../browser.ts';
import { press, tabTo } from '../keyboard.ts';
import { faultsInViews } from '../page-faults.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const world = testBoards({ people: true });
const [SCHOOL, GARDEN] = CONTEXTS;

/** Written from right to left; a digit at the end would trade places with one that follows. */
const HEBREW = 'המודל 2';
const ARABIC = 'فريق 3';

let browser: Browser | null = null;
let web: string;
let listening: Listening | undefined;
let worker: RunningWorker | undefined;
let address = '';
let owner: Page;
let ada: Page;
let bo: Page;
let visitor: Page;
/** The address of the competition. */
let board = '';
/** What scripts and the policy of the pages complained of. */
const complaints: string[] = [];
const log: string[] = [];
const faults: Record<string, string[]> = {};

beforeAll(async () => {
  browser = await launchBrowser();
  if (!browser) return;
  web = await mkdtemp(join(tmpdir(), 'sensebench-web-'));
  await buildPages({
    root: join(root, 'packages/studio/web'),
    configFile: join(root, 'packages/studio/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: web },
  });
  const studio = { ...world.studio, address: () => address };
  const plenty = { burst: 1000, perSecond: 1000 };
  const rates = { session: plenty, visitor: plenty, failure: plenty };
  const options = { tls: false, addressOf: () => 'here', log: (line: string) => log.push(line), rates };
  const api = createApi({ studio, pages: loadPages(web), version: '0.0.0', ...options });
  listening = await listen({ fetch: api.fetch, host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${listening.port}`;
  worker = startWorker({ world: scoringOf(studio), log: () => undefined, idleMs: 20 });
  [owner, ada, bo, visitor] = await Promise.all(Array.from({ length: 4 }, openPage));
  const { token } = await createInvitation(studio.sql, { study: null, role: 'owner', label: 'owner' });
  await owner.goto(`${address}/join#${token}`);
  await owner.getByRole('heading', { name: 'Studies' }).waitFor();
});

afterAll(async () => {
  await browser?.close();
  await worker?.stop();
  await listening?.close();
  if (web) await rm(web, { recursive: true, force: true });
});

async function openPage(): Promise<Page> {
  const page = await (await browser!.newContext()).newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A browser complains of every answer that is not 200; those are looked at where they belong.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  return page;
}

/** Faults of the page as it is now, for the test at the end. */
async function look(page: Page, name: string): Promise<void> {
  const found = await faultsInViews(page);
  if (found.length > 0) faults[name] = found;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(address + path);
  await page.locator('h1').waitFor();
  await page.waitForFunction(() => document.querySelector('.loading') === null);
}

const file = (text: string, name = 'predictions.jsonl') => ({ name, mimeType: 'application/jsonl', buffer: Buffer.from(text) });

async function submit(page: Page, text: string, row: string): Promise<void> {
  await open(page, `${board}/submit`);
  await page.getByLabel('Predictions').setInputFiles(file(text));
  await page.getByLabel('Row name').fill(row);
  await page.getByRole('button', { name: 'Check and submit' }).click();
  await page.getByText(/Scored: (F1 \d+\.\d\d, rounded|not above your best so far)/).waitFor();
}

/** Texts on the line of a name that are not where they would be beside a name in Latin letters. */
const reordered = (page: Page, name: string) =>
  page.evaluate((wanted) => {
    const found: string[] = [];
    const boxOf = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    };
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node instanceof Text && node.data.trim() !== '' && boxOf(node).width > 1) texts.push(node);
    const names = texts.filter(({ data }) => data.includes(wanted) && !data.includes('\u2068'));
    for (const text of names) {
      const [box, place] = [boxOf(text), texts.indexOf(text)];
      for (const [i, other] of texts.entries()) {
        const there = boxOf(other);
        const onItsLine = Math.abs(there.bottom - box.bottom) < 6 && there.height < 1.5 * box.height;
        const inOrder = i < place ? there.right <= box.left + 1 : there.left >= box.right - 1;
        if (other !== text && onItsLine && !inOrder) found.push(other.data);
      }
    }
    return names.length > 0 ? found : [`${wanted} is not here`];
  }, name);

/** The rows of the board as they are shown: rank, name, score, each without what is below it. */
async function shownRows(page: Page): Promise<string[][]> {
  await page.locator('.ranked').waitFor();
  return page.evaluate(() =>
    [...document.querySelectorAll('.ranked tbody tr')].map((row) =>
      [...row.children].slice(0, 3).map((cell) => (cell.querySelector('b, a, bdi, span')?.textContent ?? '').trim()),
    ),
  );
}
const namesOf = async (page: Page) => (await shownRows(page)).map(([, name]) => name);

describe.skipIf(process.platform === 'win32')('a competition in a browser', () => {
  it('is made by keyboard from dataset folders and phases; a mistake is shown with its line while it is written', async ({ skip }) => {
    if (!browser) return skip();
    await press(owner, /^Leaderboards$/);
    await owner.getByRole('heading', { name: 'Leaderboards' }).waitFor();
    await owner.waitForFunction(() => document.querySelector('.loading') === null);
    await press(owner, /^New competition$/);
    await owner.getByRole('heading', { name: 'New competition' }).waitFor();
    for (const context of CONTEXTS) {
      await tabTo(owner, new RegExp(`^${context}`));
      await owner.keyboard.press('Space');
    }
    const phases = owner.getByLabel('Phases (YAML)');
    // It begins with phases that can be used as they are.
    await owner.getByText('no mistake found').waitFor();
    expect(await phases.inputValue()).toMatch(/^title: .*\n/);
    await phases.fill(PHASES.replace('end: 2027-03-01', 'end: 2026-03-01'));
    const line = PHASES.split('\n').findIndex((text) => text.includes('end: 2027-03-01')) + 1;
    await owner.getByText(`phases.yaml:${line}`).waitFor();
    expect(await owner.locator('.gutter .wrong').textContent()).toBe(String(line));
    expect(await owner.getByRole('button', { name: 'Create the competition' }).isDisabled()).toBe(true);
    await look(owner, 'a new competition');
    await press(owner, new RegExp(`^Go to line ${line}$`));
    await owner.keyboard.type('    end: 2027-03-01T00:00:00Z');
    await owner.getByText('no mistake found').waitFor();
    await press(owner, /^Create the competition$/);
    await owner.getByRole('heading', { name: 'Commonsense of two settings' }).waitFor();
    await owner.waitForURL(/\/manage$/);
    board = new URL(owner.url()).pathname.replace(/\/manage$/, '');
  });

  it('is joined by links', async () => {
    if (!browser) return;
    for (const [page, name] of [
      [ada, 'Ada'],
      [bo, 'Bo'],
    ] as const) {
      await owner.getByLabel('Account name').fill(name);
      await press(owner, /^Create link$/);
      await owner.locator('.rows', { hasText: name }).waitFor();
      await page.goto(await owner.getByLabel(/^The link/).inputValue());
      await page.getByRole('link', { name: 'My submissions' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(board);
    }
    await world.competitor(board.slice('/boards/'.length), 'A research group whose name has as many letters as it may');
    await open(owner, `${board}/manage`);
    await owner.locator('.rows', { hasText: 'A research group' }).first().waitFor();
    await look(owner, 'participants');
  });

  it('takes a good file and refuses a bad one with its line, which uses no quota; scores appear by the job', async () => {
    if (!browser) return;
    const rows = readRows(world.folder, SCHOOL);
    const good = answers(rows, 0.9, 'ada');
    const lines = good.trim().split('\n');
    lines[6] = lines[6].replace(/"(yes|no)"\}/, '"maybe"}');
    await open(ada, `${board}/submit`);
    await ada.getByText('3 of 3 left today').waitFor();
    await ada.getByLabel('Predictions').setInputFiles(file(lines.join('\n'), 'bad.jsonl'));
    await ada.getByLabel('Row name').fill('Ada large');
    await ada.getByLabel('Model').fill('<b>large</b>');
    await press(ada, /^Check and submit$/);
    await ada.getByText('bad.jsonl:7: "maybe" is not a label').waitFor();
    await look(ada, 'a mistake in a file');
    await ada.getByLabel('Predictions').setInputFiles(file(good));
    await press(ada, /^Check and submit$/);
    await ada.getByText(/Scored: F1 \d+\.\d\d, rounded to the nearest 5\.00/).waitFor();
    await ada.getByText('2 of 3 left today').waitFor();
    await world.studio.sql`update accounts set refused = 50 where name = 'Ada'`;
    await ada.getByLabel('Predictions').setInputFiles(file(answers(rows, 0.6, 'small')));
    await press(ada, /^Check and submit$/);
    await ada.getByText(/^Nothing was stored, and no quota was used. You can submit again from \w+ \d+/).waitFor();
    expect(await ada.getByText(/^Try again:/).count()).toBe(0);
    await look(ada, 'no more uploads today');
    await world.studio.sql`update accounts set refused = 0 where name = 'Ada'`;
    await submit(ada, answers(rows, 0.6, 'small'), 'Ada small');
    await submit(bo, answers(rows, 0.85, 'bo'), 'Bo’s model');
    world.now = '2027-01-22T12:00:00.000Z';
    await submit(bo, answers(rows, 0.5, 'worse'), 'Bo’s model');
  });

  it('lets competitors choose the submission for a row, and withdraw one', async () => {
    if (!browser) return;
    await open(bo, `${board}/submissions`);
    const [last, first] = [bo.locator('.submissions li').nth(0), bo.locator('.submissions li').nth(1)];
    await last.getByText('on the board').waitFor();
    await first.getByRole('button', { name: 'Choose for its row' }).click();
    await first.getByText('on the board').waitFor();
    await last.getByRole('button', { name: 'Withdraw…' }).click();
    await press(bo, /^Withdraw it$/);
    await last.getByText('withdrawn', { exact: true }).waitFor();
    await look(bo, 'my submissions');
  });

  it('is read without an account; while a phase runs it shows new best scores, rounded, and no names', async () => {
    if (!browser) return;
    await open(visitor, '/boards');
    await press(visitor, /^Commonsense of two settings$/);
    await visitor.getByText('rounded to the nearest 5.00').waitFor();
    const rows = await shownRows(visitor);
    const names = (ranked: boolean) => rows.filter(([rank]) => (rank !== '–') === ranked).map(([, name]) => name);
    expect(names(true)).toEqual([expect.stringMatching(/^Anonymous \d$/), expect.stringMatching(/^Anonymous \d$/)]);
    expect(names(false)).toEqual(expect.arrayContaining(['Human', 'Random', 'Majority', expect.stringMatching(/^Anonymous \d$/)]));
    // The second row of an account is not above its first one.
    const withheld = visitor.locator('.ranked tr', { hasText: 'not above the account’s best so far' });
    expect(await withheld.allTextContents()).toEqual([expect.stringMatching(/^–Anonymous \d .*no score/)]);
    expect(await visitor.locator('main').textContent()).not.toMatch(/Ada|Bo’s/);
    expect(await visitor.getByRole('group', { name: 'Columns' }).count()).toBe(0);
    await open(ada, board);
    expect(await ada.locator('.ranked tr.own').count()).toBe(2);
  });

  it('shows full scores and names when the phase is over: intervals, ranks, those like the best, attempts', async () => {
    if (!browser) return;
    world.now = '2027-03-02T00:00:00.000Z';
    await open(visitor, `${board}/phases/1`);
    await visitor.getByText(/^Scores on the private part/).waitFor();
    const rows = await shownRows(visitor);
    expect(rows.filter(([rank]) => rank !== '–').map(([rank, name]) => [rank, name])).toEqual([
      ['1', 'Ada large'],
      ['2', 'Bo’s model'],
      ['3', 'Ada small'],
    ]);
    const best = visitor.locator('.ranked tr', { hasText: 'Ada large' });
    expect(await best.textContent()).toMatch(/best.*<b>large<\/b>.*\d\d\.\d\d to \d\d\.\d\d/);
    const bos = visitor.locator('.ranked tr', { hasText: 'Bo’s model' });
    expect(await bos.locator('td').nth(-2).textContent()).toBe('2');
    await open(ada, `${board}/submit`);
    await ada.getByText('No phase is running').waitFor();
  });

  it('sorts, filters and chooses columns by keyboard; the link to a view shows the same', async () => {
    if (!browser) return;
    await press(visitor, /^recall/);
    expect(await visitor.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
    await visitor.keyboard.press('Enter');
    const ascending = await namesOf(visitor);
    expect(ascending).toHaveLength(6);
    await visitor.getByLabel('by category').check();
    await visitor.locator('th', { hasText: 'Activities' }).waitFor();
    await visitor.getByLabel('Find').fill('a');
    await visitor.getByLabel('Rows', { exact: true }).selectOption('competitors');
    const shown = await namesOf(visitor);
    expect([...shown].sort()).toEqual(['Ada large', 'Ada small']);
    await press(visitor, /^Link to this view$/);
    const link = await visitor.getByLabel(/^This link/).inputValue();
    await bo.goto(link);
    expect(await namesOf(bo)).toEqual(shown);
    await bo.locator('th', { hasText: 'Activities' }).waitFor();
    for (const [name, type] of Object.entries({ CSV: 'text/csv', JSON: 'application/json', LaTeX: 'latex', 'Starter kit': 'zip' })) {
      const href = await visitor.getByRole('link', { name, exact: true }).getAttribute('href');
      const reply = await fetch(address + href);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)]);
      await reply.arrayBuffer();
    }
  });

  it('goes on with phase two, and ends with our own reference rows beside, and those of the paper apart', async () => {
    if (!browser) return;
    world.now = '2027-03-10T12:00:00.000Z';
    const rows = readRows(world.folder, GARDEN);
    await submit(ada, answers(rows, 0.8, 'ada two'), 'Ada large');
    await submit(bo, answers(rows, 0.95, 'bo two'), HEBREW);
    world.now = '2027-05-02T00:00:00.000Z';
    await open(visitor, `${board}?since=2027-03-09&columns=scores,category,context`);
    const shown = await shownRows(visitor);
    expect(shown.filter(([rank]) => rank !== '–').map(([rank, name]) => [rank, name])).toEqual([
      ['1', HEBREW],
      ['2', 'Ada large'],
    ]);
    for (const name of ['Human', 'Random', 'Majority']) {
      expect(shown.find(([, own]) => own === name)?.[2]).toMatch(/^\d+\.\d\d$/);
      expect(await visitor.locator('.ranked tr.reference', { hasText: name }).getByText('reference').count()).toBe(1);
    }
    const apart = await visitor.locator('.elsewhere .apart-box', { hasText: 'Table 2' }).locator('tbody tr').allTextContents();
    const published = (system: string) => apart.find((text) => text.startsWith(system));
    expect([published('Random'), published('T0++'), published('Human')]).toEqual([
      expect.stringMatching(/35\.00$/),
      expect.stringMatching(/60\.30$/),
      expect.stringMatching(/79\.90$/),
    ]);
    expect(await visitor.locator('.ranked').textContent()).not.toContain('T0++');
    await visitor.getByRole('heading', { name: 'Published, of other data' }).waitFor();
    // The plot and the changes come with requests of their own.
    await visitor.locator('.plot circle').first().waitFor();
    expect(await visitor.locator('.plot circle').count()).toBe(2);
    const since = visitor.getByRole('region', { name: 'Changes of zero-shot' }).locator('tbody tr');
    await since.first().waitFor();
    expect(await since.allTextContents()).toEqual([
      expect.stringMatching(new RegExp(`^${HEBREW}.*new`)),
      expect.stringMatching(/^Ada large.*new/),
    ]);
    await look(visitor, 'a board that is over');
    expect(await reordered(visitor, HEBREW)).toEqual([]);
  });

  it('shows a submission with its scores by category, and items side by side where the phase allows it', async () => {
    if (!browser) return;
    await press(visitor, /^Ada large$/);
    await visitor.getByRole('heading', { name: 'Item by item' }).waitFor();
    await visitor.getByLabel('Compare with').selectOption({ label: HEBREW });
    await visitor.getByText('largest differences first').waitFor();
    await visitor.locator('table', { hasText: 'f1 by category' }).waitFor();
    await look(visitor, 'a submission');
    await bo.evaluate(
      ([path, name]) =>
        fetch(path, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name }) }).then(() => null),
      [`/api${board}/account`, ARABIC],
    );
    await open(visitor, `${board}?since=2027-03-09`);
    await press(visitor, new RegExp(`^${HEBREW}$`));
    await visitor.getByRole('heading', { name: 'Scores' }).waitFor();
    expect([await reordered(visitor, ARABIC), await reordered(visitor, HEBREW)]).toEqual([[], []]);
    await open(owner, `${board}/manage`);
    await owner.locator('.rows', { hasText: ARABIC }).first().waitFor();
    expect(await reordered(owner, ARABIC)).toEqual([]);
    await open(visitor, `${board}/phases/1`);
    await press(visitor, /^Ada large$/);
    await visitor.getByRole('heading', { name: 'Scores' }).waitFor();
    expect(await visitor.getByRole('heading', { name: 'Item by item' }).count()).toBe(0);
    await open(visitor, `${board}/about`);
    await look(visitor, 'rules and data');
  });

  it('does not let one owner overwrite what another has changed', async () => {
    if (!browser) return;
    await open(owner, `${board}/manage`);
    const other = await owner.context().newPage();
    await open(other, `${board}/manage`);
    const change = async (page: Page, title: string) => {
      const phases = page.getByLabel('Phases (YAML)');
      await phases.fill((await phases.inputValue()).replace(/^title: .*/, `title: ${title}`));
      await page.getByText('no mistake found').waitFor();
      await page.getByRole('button', { name: 'Save the phases' }).click();
    };
    await change(other, 'Changed by the other');
    await other.getByRole('heading', { name: 'Changed by the other' }).waitFor();
    await change(owner, 'Changed by me');
    await owner.getByText('the phases were changed meanwhile').waitFor();
    await owner.locator('.theirs', { hasText: 'Changed by the other' }).waitFor();
    await look(owner, 'manage, with a conflict');
    await press(owner, /^Save mine in its place$/);
    await owner.getByRole('heading', { name: 'Changed by me' }).waitFor();
    await other.close();
  });

  it('scores everything again, shows old and new ranks side by side, and goes home in a bundle', async () => {
    if (!browser) return;
    await owner.getByLabel('Reason').fill('a new version');
    await press(owner, /^Score everything again$/);
    const scoring = async () => (await (await fetch(`${address}/api${board}`)).json()).rescorings[0];
    await expect.poll(scoring, { timeout: 20_000 }).toMatchObject({ number: 2, state: 'done' });
    await open(visitor, `${board}/phases/1`);
    await press(visitor, /^a new version$/);
    const changes = visitor.getByRole('region', { name: 'Changes of few-shot' }).locator('tbody tr');
    await changes.first().waitFor();
    expect((await changes.allTextContents()).map((text) => /^(.+?)(?:Ada|فريق 3)same rank(\d)(\d)/.exec(text)?.slice(1))).toEqual([
      ['Ada large', '1', '1'],
      ['Bo’s model', '2', '2'],
      ['Ada small', '3', '3'],
    ]);
    await look(visitor, 'old and new ranks');
    const [bundle] = await Promise.all([
      owner.waitForEvent('download'),
      owner.getByRole('button', { name: 'Download the bundle' }).click(),
    ]);
    expect(bundle.suggestedFilename()).toMatch(/\.zip$/);
    expect(await owner.getByLabel(/^Publish this digest/).inputValue()).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the pages of the board', () => {
  it('have no fault that axe-core finds, wide, on a phone and in the dark', async ({ skip }) => {
    if (!browser) return skip();
    await open(owner, '/boards');
    await look(owner, 'the list');
    expect(faults).toEqual({});
  });

  it('never broke their policy, and the server had no bug', () => {
    expect(complaints).toEqual([]);
    expect(log).toEqual([]);
  });
});
