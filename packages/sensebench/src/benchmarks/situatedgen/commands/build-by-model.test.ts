import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LedgerRow, Runner } from '@sensebench/metrics/internal/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { quietContext, shippedTools } from '../../../../../../test/quiet-context.ts';
import type { SituatedGenExample } from '../row.ts';
import { build } from './build.ts';
import { explain } from './explain.ts';

const STATEMENTS = [
  'People in Canada celebrate Christmas in the winter.',
  'People in Australia celebrate Christmas in the summer.',
  'People in Germany pay for their groceries with euros.',
  'People in Japan pay for their groceries with yen.',
  'Tourists visit Paris to see the Eiffel Tower.',
  'Tourists visit London to see Big Ben.',
  'People in the United States eat turkey on Thanksgiving.',
  'Children in the United States collect candy on Halloween.',
  'Xerox employs many people in Lexington, Kentucky.',
  'The committee published its report in March 1987.',
  'Bob did not live in Georgia when he was told of it.',
  'Camels not live in Canada if they are lost.',
];

const folder = mkdtempSync(join(tmpdir(), 'by-model-'));
const out = join(folder, 'dataset');
const context = quietContext({ tools: shippedTools() });
const rowsOf = <Row>(file: string) =>
  readFileSync(join(out, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

async function buildAll(precision: number, name = out): Promise<void> {
  const statements = join(folder, 'mine.txt');
  writeFileSync(statements, STATEMENTS.join('\n'));
  const options = { statements: [statements], out: name, cache: join(folder, 'cache'), precision, entities: 'model' };
  await build.run(build.options.parse(options), context);
}

describe('a build from statements of your own', () => {
  beforeAll(() => buildAll(0.3), 60_000);
  const examples = () => ['train.jsonl', 'dev.jsonl', 'test.jsonl'].flatMap((file) => rowsOf<SituatedGenExample>(file));

  it('pairs statements about one thing in different places, though they share few words', () => {
    const pairs = examples().map(({ statements }) =>
      statements
        .map((text) => STATEMENTS.indexOf(text))
        .sort((a, b) => a - b)
        .join(' '),
    );
    expect(pairs).toEqual(expect.arrayContaining(['2 3', '4 5']));
  });

  it('keeps pairs that are likely enough, with their probability, and no statement too often', () => {
    expect(Math.min(...examples().map(({ contrast = 0 }) => contrast))).toBeGreaterThanOrEqual(0.3);
    const uses = STATEMENTS.map((text) => examples().filter(({ statements }) => statements.includes(text)).length);
    expect(Math.max(...uses)).toBeLessThanOrEqual(4);
  });

  it('names the feature that sank a pair, and the share of valid pairs that is expected', () => {
    const refused = rowsOf<LedgerRow>('ledger.jsonl').filter(({ rule }) => rule === 'not likely enough to be valid');
    expect(refused.length).toBeGreaterThan(0);
    for (const { ids, value } of refused) expect([ids.length, String(value)]).toEqual([2, expect.stringMatching(/^\w+ \(0\.\d\d\)$/)]);
    expect(readFileSync(join(out, 'README.md'), 'utf8')).toMatch(/the model of contrast expects \d+\.\d% of them to be valid/);
  });

  it('explains a pair by its probability', async () => {
    const ids = [2, 3].map((place) => `statements::mine::${place}`);
    const { text } = await explain.run(explain.options.parse({ dataset: out, row: ids[0], with: ids[1] }), context);
    expect(text).toMatch(/a pair \(GEO, contrast 0\.\d+\)/);
  });

  it('has partners written by a model, which are checked and marked', async () => {
    const prompts: string[] = [];
    const scripted: Runner = {
      id: 'scripted',
      predict: async ({ item, prompt }) => {
        prompts.push(String(prompt));
        const { statement } = item.input as { statement: string };
        return { text: statement.includes('Big Ben') ? ' Tourists visit Rome to see the Colosseum. / Tourists' : ' ' };
      },
    };
    const completed = join(folder, 'completed');
    const options = {
      statements: [join(folder, 'mine.txt')],
      out: completed,
      cache: join(folder, 'cache'),
      precision: 0.3,
      entities: 'model',
      complete: 'openai:m',
    };
    await build.run(build.options.parse(options), quietContext({ tools: shippedTools(), runner: async () => scripted }));
    expect(prompts.some((prompt) => prompt.endsWith('\nTourists visit London to see Big Ben. /'))).toBe(true);
    const read = (file: string) => readFileSync(join(completed, file), 'utf8');
    const rows = ['train.jsonl', 'dev.jsonl', 'test.jsonl']
      .map(read)
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as SituatedGenExample);
    const marked = rows.filter(({ provenance }) => provenance?.proposed !== undefined);
    expect(marked.length).toBeGreaterThan(0);
    for (const { statements, provenance } of marked) {
      expect(statements).toContain('Tourists visit Rome to see the Colosseum.');
      expect(provenance).toEqual({ proposed: ['statements::mine::5/proposed'] });
    }
    expect(read('README.md')).toContain(`${marked.length} of them have a sentence that scripted wrote`);
    expect(read('ledger.jsonl')).toContain('the model wrote no sentence');
  });

  it('says that no pair is likely enough', async () => {
    await expect(buildAll(0.999, join(folder, 'none'))).rejects.toThrow(/is likely enough \(--precision 0\.999\)/);
  });
});
