import { join } from 'node:path';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { ITEM_BROWSER_SCRIPT } from './item-browser-script.ts';

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: join(import.meta.dirname, 'item-browser.ts'), formats: ['iife'], name: 'itemBrowser' },
    },
  });
  const [{ output }] = [built].flat() as { output: { code: string }[] }[];
  return output[0].code;
}

describe('the script in the page', () => {
  it('is item-browser.ts with what it imports; `npx vitest run src/report/browser -u` makes it anew', async () => {
    const code = JSON.stringify(await bundle());
    await expect(
      `/** The item browser as one script, made from item-browser.ts by the test beside it. Do not edit. */\nexport const ITEM_BROWSER_SCRIPT =\n  ${code};\n`,
    ).toMatchFileSnapshot('./item-browser-script.ts');
  });

  it('fits into a script element and asks for nothing', () => {
    expect(ITEM_BROWSER_SCRIPT).not.toMatch(/<\/script|<!--|\bimport\b\s*[("']|https?:/i);
  });
});
