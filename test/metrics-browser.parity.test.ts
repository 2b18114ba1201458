/** The metrics in a real browser on the 993 items of CommonGen's dev set with BART's outputs: every number is Node's, to the last digit. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as metrics from '../packages/metrics/src/index.ts';
import { readItems } from '../packages/sensebench/src/benchmarks/commongen/item.ts';
import { launchBrowser } from './browser.ts';
import { measureEverything, type Texts } from './measure-everything.ts';
import { measureInBrowser, writeParaphrases } from './metrics-in-browser.ts';
import { sharedPath } from './shared.ts';

const dev = sharedPath('data/commongen/dev.jsonl');
const outputs = sharedPath('oracles/commongen-dev-bart.jsonl');

it.skipIf(!dev || !outputs)('gives what Node gives', async ({ skip }) => {
  const browser = await launchBrowser();
  if (!browser) return skip();
  const folder = mkdtempSync(join(tmpdir(), 'sensebench-metrics-'));
  try {
    const lines = readFileSync(outputs ?? '', 'utf8')
      .trimEnd()
      .split('\n');
    const candidates = lines.map((line) => (JSON.parse(line) as { candidate: string }).candidate);
    const captions: Texts['captions'] = [];
    for await (const { references } of readItems(dev ?? ''))
      captions.push({ candidate: candidates[captions.length], references: [...references] });
    expect(captions).toHaveLength(993);
    const texts = { captions, paraphrases: join(folder, 'table.bin') };
    await writeParaphrases(texts.paraphrases);
    const { result } = await measureInBrowser(browser, join(import.meta.dirname, '../packages/metrics/src/index.ts'), texts);
    const expected = await measureEverything(metrics, texts);
    expect(JSON.parse(result)).toEqual(JSON.parse(expected));
    expect(result).toBe(expected);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
});
