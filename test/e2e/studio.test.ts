/** The studio in a real browser, on the real server and PostgreSQL: every task by keyboard alone, a lost connection, speed, faults. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { press, tabTo } from '../keyboard.ts';
import { faultsInViews } from '../page-faults.ts';
import { openStudioWorld, type StudioWorld } from '../studio-world.ts';

let world: StudioWorld;
let browser: Browser | null = null;
let owner: Page;
/** What scripts and the policy of the pages complained of. */
const complaints: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  if (!browser) return;
  world = await openStudioWorld();
  owner = await openPage(await browser.newContext());
  await owner.goto(world.ownerLink);
  await owner.getByRole('heading', { name: 'Studies' }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A browser complains of every answer that is not 200; those are looked at where they belong.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  return page;
}

/** A call of the API with the owner's session. */
async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const { ok, text } = await owner.evaluate(
    async ({ method: how, path: where, body: what }) => {
      const headers = what === undefined ? undefined : { 'content-type': 'application/json' };
      const response = await fetch(where, { method: how, headers, body: what === undefined ? undefined : JSON.stringify(what) });
      return { ok: response.ok, text: await response.text() };
    },
    { method, path, body },
  );
  if (!ok) throw new Error(`${method} ${path}: ${text}`);
  return (path.endsWith('.jsonl') ? text : JSON.parse(text)) as T;
}

interface StudySource {
  task: string;
  runs?: string[];
  split?: string;
  count?: number;
}

async function openStudy({ task, runs = [], split = 'train', count = 2 }: StudySource, settings: object = {}): Promise<string> {
  const dataset = task.slice(0, task.indexOf('/'));
  const { id } = await call<{ id: string }>('POST', '/api/studies', {
    dataset,
    task,
    runs,
    split,
    count,
    people: 1,
    title: task,
    ...settings,
  });
  await call('PATCH', `/api/studies/${id}`, { state: 'open' });
  return id;
}

async function invite(study: string): Promise<string> {
  return (await call<{ link: string }>('POST', `/api/studies/${study}/invitations`, { uses: 9 })).link;
}

async function joinStudy(study: string): Promise<Page> {
  const page = await openPage(await browser!.newContext());
  await page.goto(await invite(study));
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.locator('.work-head h1').waitFor();
  return page;
}

const placesOf = async (study: string) =>
  (await call<{ invitations: { used: number }[] }>('GET', `/api/studies/${study}/invitations`)).invitations[0].used;
const state = (page: Page) => page.locator('.state').textContent();
const saved = (page: Page) => page.locator('.state', { hasText: 'all answers saved' }).waitFor();

async function decisionsOf(study: string): Promise<{ item: string; value: unknown; ms?: number }[]> {
  const text = await call<string>('GET', `/api/studies/${study}/decisions.jsonl`);
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const type = async (page: Page, ...texts: string[]) => {
  for (const [i, text] of texts.entries()) {
    await page.keyboard.type(text);
    await page.keyboard.press(i === texts.length - 1 ? 'Control+Enter' : 'Enter');
  }
};
const keys = async (page: Page, ...names: string[]) => {
  for (const name of names) await page.keyboard.press(name);
};
const words = (page: Page) => page.locator('.chip bdi').allTextContents();

/** How each task is answered by keys, and what must come of it. */
const TASKS: Readonly<Record<string, { source: StudySource; answer(page: Page): Promise<unknown>; value: unknown; writes: boolean }>> = {
  filter: {
    source: { task: 'situatedgen/filter' },
    answer: (page) => keys(page, 'a', 'ArrowUp', 'ArrowDown', '2', 'Enter'),
    value: { keywords: 'yes', context: 'no', commonsense: 'yes', antithesis: 'yes', dependence: 'yes' },
    writes: true,
  },
  audit: {
    source: { task: 'situatedgen/audit' },
    answer: (page) => keys(page, '1', '3', 'Enter'),
    value: { antithesis: 'yes', dependence: 'unsure' },
    writes: false,
  },
  write: {
    source: { task: 'situatedgen/write' },
    async answer(page) {
      const [first, second] = (await words(page)).filter((word) => /^[A-Z]/.test(word) && word !== 'Farmers');
      const rest = (await words(page)).filter((word) => word !== first && word !== second && word !== 'Farmers');
      await type(page, `Farmers in ${first} sell ${rest[0]}.`, `Farmers in ${second} sell ${rest[1] ?? rest[0]}.`);
    },
    value: { sentences: expect.stringMatching(/^Farmers in \w+ sell \w+\. Farmers in \w+ sell \w+\.$/) },
    writes: false,
  },
  references: {
    source: { task: 'commongen/references' },
    async answer(page) {
      await type(
        page,
        `A man thinks of ${(await words(page)).map((word) => `a ${word}`).join(' and ')}.`,
        'People think of things they see.',
      );
    },
    value: { sentence: expect.stringMatching(/^A man thinks of/), rationale: 'People think of things they see.' },
    writes: true,
  },
  rationales: {
    source: { task: 'commongen/rationales' },
    answer: (page) => type(page, 'Dogs and people like to play outside.'),
    value: { rationales: expect.objectContaining({}) },
    writes: true,
  },
  rate: {
    source: { task: 'tgcsr/rate', split: 'test' },
    answer: (page) => keys(page, '3', 'Enter'),
    value: { rating: 3 },
    writes: true,
  },
  accept: {
    source: { task: 'tgcsr/accept', split: 'test' },
    answer: (page) => keys(page, '2', 'Enter'),
    value: 'incorrect',
    writes: false,
  },
  ranking: {
    source: { task: 'commongen/compare', split: 'test', runs: ['commongen-good', 'commongen-middling', 'commongen-bad'], count: 1 },
    answer: (page) => keys(page, 'b', 'a', 'ArrowDown', 'ArrowDown', '2', 'Enter'),
    value: { places: expect.objectContaining({ 'commongen-good': expect.any(Number) }), shown: expect.any(Array) },
    writes: false,
  },
  comparison: {
    source: { task: 'tgcsr/compare', split: 'test', runs: ['tgcsr-good', 'tgcsr-bad'] },
    answer: (page) => keys(page, 't', 'a', 'Enter'),
    value: { places: expect.objectContaining({ 'tgcsr-good': expect.any(Number) }), shown: expect.any(Array) },
    writes: false,
  },
  criteria: {
    source: { task: 'commongen/criteria', split: 'test', runs: ['commongen-bad'], count: 1 },
    answer: (page) => keys(page, 'n', 'y', 'Enter'),
    value: { commonsense: 'no', fluency: 'yes' },
    writes: false,
  },
};

describe.skipIf(process.platform === 'win32')('the studio in a browser', () => {
  it('makes a study, opens it and invites, by keyboard alone', async ({ skip }) => {
    if (!browser) return skip();
    await press(owner, /^New study$/);
    await owner.getByRole('heading', { name: 'New study' }).waitFor();
    await tabTo(owner, /^Dataset/);
    await owner.keyboard.type('situ');
    await tabTo(owner, /^filter/);
    await owner.locator('.preview .choices').first().waitFor();
    await press(owner, /^Create the study$/);
    await press(owner, /^Open the study$/);
    await owner.getByText('The study is open').waitFor();
    await press(owner, /^Create link$/);
    const link = await owner.getByLabel(/^The link/).inputValue();
    expect(link).toMatch(new RegExp(`^${world.address}/join#[\\w-]{43}$`));
    const page = await openPage(await browser.newContext());
    await page.goto(link);
    await page.locator('.editor').waitFor();
    expect(page.url()).toBe(`${world.address}/work`);
    expect(await page.evaluate(() => history.length)).toBeLessThan(3);
    await page.context().close();
  });

  it('lets several people in by one link after a click, each browser once', async ({ skip }) => {
    if (!browser) return skip();
    const study = await openStudy({ task: 'situatedgen/filter' });
    const link = await invite(study);
    const page = await openPage(await browser.newContext());
    await page.goto(link);
    const button = page.getByRole('button', { name: 'Join', exact: true });
    await button.waitFor();
    expect([await placesOf(study), page.url()]).toEqual([0, `${world.address}/join`]);
    await press(page, /^Join$/);
    await page.locator('.editor').waitFor();
    const again = await openPage(page.context());
    await again.goto(link);
    await again.locator('.editor').waitFor();
    expect(await placesOf(study)).toBe(1);
    await page.context().close();
  });

  it('says how much may be skipped, and leads back to the skipped items', async ({ skip }) => {
    if (!browser) return skip();
    const study = await openStudy({ task: 'situatedgen/filter', count: 2 });
    const page = await joinStudy(study);
    await page.getByText('Please answer at least 80% of the items that you are shown.').waitFor();
    await keys(page, 's');
    await page.getByText('1 skipped').waitFor();
    await keys(page, 'a', 'Enter');
    await page.getByRole('heading', { name: 'One more answer is needed', exact: true }).waitFor();
    await page.getByText('You get the completion code when you have answered one of those you skipped.', { exact: false }).waitFor();
    expect(await page.getByText(/You are done|Your completion code/).count()).toBe(0);
    await press(page, /^Show skipped items/);
    await page.locator('.editor').waitFor();
    await keys(page, 'a', 'Enter');
    await page.getByText('Your completion code').waitFor();
    await page.context().close();
  });

  it.each(Object.entries(TASKS))(
    '%s: from an invitation to the decisions and the dataset, by keyboard alone',
    async (_, { source, answer, value, writes }) => {
      if (!browser) return;
      const study = await openStudy(source, { leaseMinutes: 5 });
      const page = await joinStudy(study);
      for (let i = 0; i < (source.count ?? 2); i++) {
        await page.locator('.editor').waitFor();
        await answer(page);
        await page.locator('.work-title', { hasText: `${i + 1} answered` }).waitFor();
      }
      await page.getByRole('heading', { name: 'You are done' }).waitFor();
      await saved(page);
      const decisions = await decisionsOf(study);
      expect(decisions).toHaveLength(source.count ?? 2);
      for (const decision of decisions) expect(decision).toMatchObject({ task: source.task, annotator: 'A', value });
      await page.context().close();
      if (!writes) return;
      await owner.goto(`${world.address}/studies/${study}`);
      await press(owner, /^Write back to the dataset/);
      await press(owner, /^Write back now$/);
      await owner.getByText(/^Written to/).waitFor();
    },
    60_000,
  );

  it('waits through a lost connection, says so, and sends in order; another page sends what was left behind', async () => {
    if (!browser) return;
    const study = await openStudy({ task: 'tgcsr/rate', split: 'test', count: 8 });
    const page = await joinStudy(study);
    await page.locator('.editor').waitFor();
    // The next ones are loaded ahead.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    for (const rating of ['1', '2', '3']) await keys(page, rating, 'Enter');
    await page.locator('.state', { hasText: '3 answers kept on this device, not yet saved' }).waitFor();
    expect(await decisionsOf(study)).toEqual([]);
    await page.context().setOffline(false);
    await saved(page);
    expect((await decisionsOf(study)).map(({ value }) => value)).toEqual([{ rating: 1 }, { rating: 2 }, { rating: 3 }]);
    await page.context().setOffline(true);
    await keys(page, '4', 'Enter');
    await page.locator('.state', { hasText: '1 answer kept on this device' }).waitFor();
    const context = page.context();
    await page.close();
    await context.setOffline(false);
    const again = await openPage(context);
    await again.goto(`${world.address}/work`);
    await saved(again);
    expect((await decisionsOf(study)).map(({ value }) => value)).toEqual([1, 2, 3, 4].map((rating) => ({ rating })));
    await context.close();
  });

  it('goes back, changes an answer, skips, and two tabs do not get in each other’s way', async () => {
    if (!browser) return;
    const study = await openStudy({ task: 'tgcsr/rate', split: 'test', count: 8 });
    const page = await joinStudy(study);
    await page.locator('.editor').waitFor();
    await keys(page, '1', 'Enter', '2', 'Enter', 'u');
    await page.getByRole('heading', { name: 'An earlier answer' }).waitFor();
    expect(await page.locator('.segment input:checked + span').textContent()).toContain('not sure');
    await keys(page, 'u');
    await page
      .locator('.segment', { has: page.locator('input:checked') })
      .filter({ hasText: 'bad fit' })
      .waitFor();
    await keys(page, '4', 'Enter', 's');
    await saved(page);
    const second = await openPage(page.context());
    await second.goto(`${world.address}/work`);
    await second.locator('.editor').waitFor();
    await keys(second, '3', 'Enter');
    await saved(second);
    await keys(page, '3', 'Enter', '3', 'Enter');
    await page.locator('.state', { hasText: /saved|not saved/ }).waitFor();
    await expect.poll(async () => (await decisionsOf(study)).length, { timeout: 10_000 }).toBeGreaterThan(4);
    const current = await decisionsOf(study);
    const ratings = current.map(({ value }) => (value as { rating: number }).rating);
    // Three versions of two answers, then one of each further item.
    expect(ratings.slice(0, 3)).toEqual([1, 2, 4]);
    expect(new Set(current.slice(3).map(({ item }) => item)).size).toBe(current.length - 3);
    await page.context().close();
  });

  it('shows the next item within 100 ms of the key, though the server takes longer', async () => {
    if (!browser) return;
    const study = await openStudy({ task: 'tgcsr/rate', split: 'test', count: 8 });
    const page = await joinStudy(study);
    await page.locator('.editor').waitFor();
    await page.waitForLoadState('networkidle');
    await page.route('**/api/work/answers/*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    // From the key to the first frame that shows another item.
    await page.evaluate(() => {
      let [pressed, before] = [0, document.querySelector('.editor')];
      const note = ({ key }: KeyboardEvent) => {
        if (key === 'Enter') pressed = performance.now();
      };
      window.addEventListener('keydown', note, { capture: true });
      const look = () => {
        const here = document.querySelector('.editor');
        if (pressed > 0 && here !== before) {
          document.body.dataset.times = `${document.body.dataset.times ?? ''} ${performance.now() - pressed}`;
          pressed = 0;
        }
        before = here;
        requestAnimationFrame(look);
      };
      look();
    });
    for (let i = 0; i < 4; i++) {
      await keys(page, '2', 'Enter');
      expect(await state(page)).toBe('saving…');
      await page.waitForFunction((count) => document.body.dataset.times?.trim().split(' ').length === count, i + 1);
    }
    await saved(page);
    const times = (await page.evaluate(() => document.body.dataset.times ?? '')).trim().split(' ').map(Number);
    expect(Math.min(...times)).toBeLessThan(100);
    await page.context().close();
  });

  it('asks for consent and background, takes notes, and lets people withdraw', async () => {
    if (!browser) return;
    const background = [{ name: 'age', question: 'How old are you?', options: ['under 30', 'over 30'] }];
    const study = await openStudy({ task: 'tgcsr/accept', split: 'test', count: 3 }, { consent: 'We keep what you answer.', background });
    const page = await joinStudy(study);
    await page.getByText('We keep what you answer.').waitFor();
    expect(await faultsInViews(page)).toEqual([]);
    await press(page, /^I have read this and agree$/);
    await page.getByLabel('How old are you?').waitFor();
    expect(await faultsInViews(page)).toEqual([]);
    await press(page, /^Skip all questions$/);
    await page.locator('.editor').waitFor();
    await keys(page, '1', 'Enter', 'm');
    await page.getByLabel('Your note').waitFor();
    await page.keyboard.type('Is this <b>one</b> meant?');
    expect(await faultsInViews(page)).toEqual([]);
    await press(page, /^Send the note$/);
    await page.locator('.notes .passage', { hasText: 'Is this <b>one</b> meant?' }).waitFor();
    await keys(page, 'Escape');
    await page.getByLabel('Your note').waitFor({ state: 'hidden' });
    await keys(page, '?');
    await page.getByRole('heading', { name: 'Keys and help' }).waitFor();
    expect(await faultsInViews(page)).toEqual([]);
    await keys(page, 'Escape');
    await page.getByRole('heading', { name: 'Keys and help' }).waitFor({ state: 'hidden' });
    await keys(page, 'h');
    await page.getByRole('heading', { name: 'Your answers' }).waitFor();
    expect(await faultsInViews(page)).toEqual([]);
    await keys(page, 'Escape');
    await owner.goto(`${world.address}/studies/${study}/notes`);
    await owner.getByText('Is this <b>one</b> meant?').waitFor();
    expect(await faultsInViews(owner)).toEqual([]);
    await press(page, /^Withdraw$/);
    await press(page, /^Erase my answers and withdraw$/);
    await page.getByRole('heading', { name: 'You have withdrawn' }).waitFor();
    expect((await decisionsOf(study)).filter(({ value }) => value !== null)).toEqual([]);
    await page.context().close();
  });

  it('holds a qualification, with a second try', async () => {
    if (!browser) return;
    const study = await openStudy({ task: 'tgcsr/accept', split: 'test', count: 4 });
    const { items } = await call<{ items: { id: string }[] }>('GET', `/api/studies/${study}/items`);
    const text = items.slice(0, 2).map(({ id }) => JSON.stringify({ task: 'tgcsr/accept', item: id, annotator: 'gold', value: 'correct' }));
    await call('POST', `/api/studies/${study}/gold`, { text: text.join('\n'), format: 'jsonl' });
    await call('PATCH', `/api/studies/${study}`, { qualification: { items: 2, pass: 1, tries: 2 } });
    const page = await joinStudy(study);
    await page.getByRole('heading', { name: 'Qualification' }).waitFor();
    await keys(page, '1', 'Enter', '2', 'Enter');
    await page.getByText('You may try once more').waitFor();
    await page.getByRole('heading', { name: 'Qualification' }).waitFor();
    await keys(page, '1', 'Enter');
    await page.getByText('1 of 2', { exact: false }).first().waitFor();
    await keys(page, '1', 'Enter');
    await page.getByText('You passed the qualification').waitFor();
    await page.getByRole('heading', { name: 'Item', exact: true }).waitFor();
    await page.context().close();
  });

  it('shows markup and characters that turn lines as text', async () => {
    if (!browser) return;
    const study = await openStudy({ task: 'commongen/criteria', split: 'test', runs: ['commongen-bad'], count: 1 });
    const page = await joinStudy(study);
    await page.locator('.shown .large').waitFor();
    expect(await page.locator('.shown .large').textContent()).toBe('<b onclick=alert(1)>It</b> is \u202ewhat it is.');
    expect(await page.locator('.shown b').count()).toBe(0);
    await page.context().close();
  });
});

describe('the pages', () => {
  it('have no fault that axe-core finds, wide, on a phone and in the dark', async ({ skip }) => {
    if (!browser) return skip();
    const id = await openStudy({ task: 'situatedgen/filter' }, { people: 2 });
    for (const all of ['a', 'n']) {
      const page = await joinStudy(id);
      await page.locator('.editor').waitFor();
      await keys(page, 'a', 'ArrowUp', all === 'a' ? 'y' : 'n', 'Enter');
      await saved(page);
      await page.context().close();
    }
    const found: Record<string, string[]> = {};
    const look = async (page: Page, name: string) => {
      const faults = await faultsInViews(page);
      if (faults.length > 0) found[name] = faults;
    };
    const settled = (page: Page) => page.waitForFunction(() => document.querySelector('.loading') === null);
    for (const path of [
      '/',
      '/studies/new',
      '/owners',
      ...['', '/people', '/items', '/results', '/adjudicate', '/notes'].map((end) => `/studies/${id}${end}`),
    ]) {
      await owner.goto(world.address + path);
      await owner.locator('h1').waitFor();
      await settled(owner);
      await look(owner, path);
    }
    for (const { source } of Object.values(TASKS)) {
      const study = await openStudy(source);
      const page = await joinStudy(study);
      await page.locator('.editor').waitFor();
      await look(page, source.task);
      await page.context().close();
    }
    const invited = await openPage(await browser.newContext());
    await invited.goto(await invite(id));
    await invited.getByRole('button', { name: 'Join', exact: true }).waitFor();
    await look(invited, 'a link for several');
    const stranger = await openPage(await browser.newContext());
    await stranger.goto(`${world.address}/join#${'x'.repeat(43)}`);
    await stranger.getByRole('heading', { name: 'The link did not work' }).waitFor();
    await look(stranger, 'a forged link');
    await stranger.goto(world.address);
    await stranger.getByRole('heading', { name: 'Open the studio with your link' }).waitFor();
    await look(stranger, 'no session');
    expect(found).toEqual({});
  });

  it('never broke their policy, and the server had no bug', () => {
    expect(complaints).toEqual([]);
    expect(world?.log ?? []).toEqual([]);
  });

  it('are small', async ({ skip }) => {
    if (!browser) return skip();
    const { gzipSync } = await import('node:zlib');
    const index = await readFile(join(world.folder, 'web', 'index.html'), 'utf8');
    const files = [...index.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    const sizes = await Promise.all(files.map(async (path) => gzipSync(await readFile(join(world.folder, 'web', path))).length));
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((a, b) => a + b, 0)).toBeLessThan(150_000);
  });
});
