import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadPages } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>studio</title>');
writeFileSync(join(folder, 'assets', 'index-Dh3kL9_a.js'), 'export {}');
afterAll(() => rmSync(folder, { recursive: true }));
const pages = loadPages(folder);

describe('the pages', () => {
  it.each(['/', '/join', '/work', '/studies/new', '/studies/abc', '/studies/abc/people', '/studies/abc/results'])(
    'answer index.html at %s',
    async (path) => {
      const answer = pages.answer(path, undefined);
      expect(await answer?.text()).toContain('studio');
      expect(answer?.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it.each(['/nothing', '/studies/abc/nothing', '/../package.json', '/assets/../../package.json', '/assets', '/index.html/..'])(
    'know nothing of %s',
    (path) => {
      expect(pages.answer(path, undefined)).toBeNull();
    },
  );

  it('are kept by a browser: files that are named by their content for ever, the page only with its tag', () => {
    const script = pages.answer('/assets/index-Dh3kL9_a.js', undefined);
    expect(script?.headers.get('cache-control')).toContain('immutable');
    expect(script?.headers.get('content-type')).toContain('text/javascript');
    const tag = pages.answer('/', undefined)?.headers.get('etag') ?? '';
    expect(pages.answer('/', tag)?.status).toBe(304);
  });

  it('say in a line how to make them where they are missing', async () => {
    const none = loadPages(join(folder, 'missing'));
    expect(await none.answer('/', undefined)?.text()).toContain('npm run build');
    expect(none.answer('/assets/x.js', undefined)).toBeNull();
  });
});
