/** Takes the README's pictures of the studio: `npx sensebench serve --demo --data demo`, then `npx tsx docs/images/take-studio-pictures.mts LINK`. */
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../test/browser.ts';

const link = process.argv[2];
const browser = await launchBrowser();
if (!browser || !link) process.exit(2);
const base = new URL(link).origin;
const size = { width: 980, height: 600 };

const owner = await browser.newPage({ viewport: size });
await owner.goto(link);
await owner.getByRole('heading', { name: 'Studies' }).waitFor();
const { studies } = await call<{ studies: { id: string; task: string; dataset: string; split: string }[] }>(owner, 'GET', '/api/studies');
const of = (kind: string) => studies.find(({ task }) => task.endsWith(`/${kind}`))?.id ?? process.exit(2);

await owner.goto(`${base}/studies/${of('rate')}`);
await owner.locator('.figure').first().waitFor();
await take(owner, 'studio-overview.png');

const { boards } = await call<{ boards: { id: string }[] }>(owner, 'GET', '/api/boards');
await owner.setViewportSize({ width: 1200, height: 900 });
await owner.goto(`${base}/boards/${boards[0].id}/phases/1`);
await owner.locator('.ranked').waitFor();
await take(owner, 'leaderboard.png');

// A study of its own: in those of the demonstration there may be nothing left to do.
const kind = studies.find(({ task }) => task.endsWith('/filter')) ?? process.exit(2);
const source = { dataset: kind.dataset, split: kind.split, task: kind.task, count: 20, title: 'Which sentence pairs are valid?' };
const { id } = await call<{ id: string }>(owner, 'POST', '/api/studies', source);
await call(owner, 'PATCH', `/api/studies/${id}`, { state: 'open' });
const { link: invitation } = await call<{ link: string }>(owner, 'POST', `/api/studies/${id}/invitations`, {});
const context = await browser.newContext({ viewport: size });
const annotator = await context.newPage();
await annotator.goto(invitation);
await annotator.locator('.editor').waitFor();
for (const key of ['a', 'Enter', '1', '1', '1', '2']) await annotator.keyboard.press(key);
await annotator.locator('.state', { hasText: 'saved' }).waitFor();
await take(annotator, 'studio-filter.png');
await browser.close();

function take(page: Page, name: string): Promise<unknown> {
  return page.screenshot({ path: new URL(name, import.meta.url).pathname });
}

async function call<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async (asked) => {
      const headers = asked.body === undefined ? undefined : { 'content-type': 'application/json' };
      const response = await fetch(asked.path, {
        method: asked.method,
        headers,
        body: asked.body === undefined ? undefined : JSON.stringify(asked.body),
      });
      return response.json();
    },
    { method, path, body },
  );
}
