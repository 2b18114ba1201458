import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { quietContext } from '../../../../../../test/quiet-context.ts';
import { resultText } from '../../../report/index.ts';
import { stats } from './stats.ts';

const folder = mkdtempSync(join(tmpdir(), 'stats-'));
afterAll(() => rmSync(folder, { recursive: true }));

const context = quietContext({
  tools: async () => {
    throw new Error('no tool is needed');
  },
});

/** Keywords in the two sentences; each name is a statement of its own. */
function write(split: string, context: string, ...sizes: [number, number][]): string {
  const path = join(folder, `${split}.jsonl`);
  const rows = sizes.map(([first, second], i) => {
    const words = (sentence: number, size: number) => Array.from({ length: size }, (_, k) => `${split}${i}${sentence}word${k}`);
    const [one, two] = [words(0, first), words(1, second)];
    const statements = [`${one.join(' ')}.`, `${two.join(' ')}.`];
    const keywords_pos = [...one.map(() => 0), ...two.map(() => 1)];
    const ids = [`x::${split}::${2 * i}`, `x::${split}::${2 * i + 1}`];
    return { keywords: [...one, ...two], statement: statements.join(' '), ids, keywords_pos, statements, context };
  });
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

it('gives the figures of all splits together, and those that train does not have', async () => {
  const dataset = [write('train', 'GEO', [2, 2], [2, 3]), write('dev', 'TEMP', [2, 2]), write('test', 'GEO', [5, 4])];
  const result = await stats.run(stats.options.parse({ dataset, model: false }), context);
  const { json } = result;
  const text = resultText(result);
  expect(json).toMatchObject({
    total: { examples: 4, uniqueSentences: 8, keywordsPerExample: 5.5, contexts: { GEO: 0.75, TEMP: 0.25, BOTH: 0 } },
    splits: { dev: { unseen: { keywords: { unique: 4, unseen: 4 } } }, test: { unseen: { combinations: { unique: 2, unseen: 2 } } } },
    sourcesTotal: { sentences: null, valid: 0 },
  });
  const { total } = json as { total: { keywordSkewness: number } };
  // Of 4, 5, 4 and 9: mean 5.5, second moment 4.25, third moment 9.
  expect(total.keywordSkewness).toBeCloseTo(9 / 4.25 ** 1.5, 6);
  expect(text).toMatch(/all +this data +4 +8 +2\.00/);
  expect(text).toMatch(/all +Zhang and Wan 2023 +8268/);
  expect(text).toMatch(/Total +– \(35,997\) .*– \(4,038\)/);
  expect(text).toMatch(/2,330 → 2,012/);
});

it('counts the sentences of corpora, so that the shares of Table 1 are known', async () => {
  const claims = join(folder, 'claims.jsonl');
  const claim = (sentence: string, label: string) => JSON.stringify({ ex_id: sentence, sentence, label, entity: 'x' });
  writeFileSync(claims, [claim('Rice grows in Japan.', 'true'), claim('Ice is hot.', 'false'), claim('Ice is cold.', 'true')].join('\n'));
  const found = join(folder, 'found.jsonl');
  const entity = { text: 'Japan', type: 'GPE', start: 14, end: 19 };
  writeFileSync(found, JSON.stringify({ id: 'creak::train::0', statement: 'Rice grows in Japan.', entities: [entity] }));
  const facts = join(folder, 'openbook.txt');
  writeFileSync(facts, 'Ice is cold.\nFire is hot.\n');
  const ask = (options: object) => stats.run(stats.options.parse(options), context);
  const { json } = await ask({ statements: [found], source: [`creak=${claims}`] });
  expect(json).toMatchObject({
    sources: { creak: { sentences: 2, GEO: 1, valid: 1 } },
    sourcesTotal: { sentences: 2, shares: { GEO: 0.5, TEMP: 0, valid: 0.5 } },
  });
  // Contexts of a corpus that no statements are given of are not 0 but unknown.
  const text = resultText(await ask({ statements: [found], source: [`creak=${claims}`, `openbookqa=${facts}`] }));
  expect(text).toMatch(/openbookqa +2 \(6,493\) +– \(31\)/);
  expect(text).toMatch(/Total +4 \(35,997\) +1 \(2,052\)/);
  expect(text).toMatch(/in % of the sentences.* – \(11\.2\)/);
});
