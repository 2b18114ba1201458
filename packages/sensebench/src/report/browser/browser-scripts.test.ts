import { join } from 'node:path';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { DATASET_BROWSER_SCRIPT } from './dataset-browser-script.ts';
import { ITEM_BROWSER_SCRIPT } from './item-browser-script.ts';

const SCRIPTS = [
  { name: 'item-browser', constant: 'ITEM_BROWSER_SCRIPT', script: ITEM_BROWSER_SCRIPT },
  { name: 'dataset-browser', constant: 'DATASET_BROWSER_SCRIPT', script: DATASET_BROWSER_SCRIPT },
];

/** Minifying removes this notice, which fflate's licence asks for. */
const NOTICE = '/*! Unpacked by fflate: Copyright (c) Arjun Barrett, MIT License. */\n';

async function bundle(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      // Removes comments, so that rewording one does not change the bytes of reports and datasets.
      minify: true,
      target: 'es2022',
      lib: { entry: join(import.meta.dirname, `${name}.ts`), formats: ['iife'], name: 'browser' },
    },
  });
  const [{ output }] = [built].flat() as { output: { code: string }[] }[];
  return NOTICE + output[0].code;
}

describe.each(SCRIPTS)('the script $constant', ({ name, constant, script }) => {
  it(`is ${name}.ts with what it imports; \`npx vitest run packages/sensebench/src/report/browser -u\` makes it anew`, async () => {
    const code = JSON.stringify(await bundle(name));
    await expect(
      `/** ${name}.ts with what it imports as one script, made by the test of the scripts. Do not edit. */\nexport const ${constant} =\n  ${code};\n`,
    ).toMatchFileSnapshot(`./${name}-script.ts`);
  });

  it('fits into a script element and asks for nothing', () => {
    expect(script).not.toMatch(/<\/script|<!--|\bimport\b\s*[("']|https?:/i);
  });
});
