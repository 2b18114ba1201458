import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Action } from '@sensebench/metrics/internal/core';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietContext } from '../../../../../../test/quiet-context.ts';
import { resultText } from '../../../report/index.ts';
import { tgcsr } from '../benchmark.ts';
import { generative } from './generative.ts';
import { kit } from './kit.ts';
import { taxonomy } from './taxonomy.ts';

const corpus = fileURLToPath(new URL('../../../../../../corpus/tgcsr/first-day-of-school', import.meta.url));
const context = quietContext({ tools: async () => ({ tokens: () => [], analyse: async () => [] }) });

const run = async (action: Action, options: Record<string, unknown>) => action.run(action.options.parse(options), context);

let folder: string;
let dataset: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-kit-'));
  dataset = join(folder, 'dataset');
  if (tgcsr.actions?.build) await run(tgcsr.actions.build, { author: corpus, ratings: [join(corpus, 'ratings.csv')], out: dataset });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('sensebench tgcsr kit', () => {
  it('packs a starter kit', async () => {
    const out = join(folder, 'kit.zip');
    await run(kit.actions.starter, { dataset, out });
    expect(Object.keys(unzipSync(await readFile(out))).sort()).toEqual([
      'README.md',
      'check.mjs',
      'data/context.json',
      'data/dev.jsonl',
      'data/test.jsonl',
      'data/train.jsonl',
      'example-submission.jsonl',
    ]);
  });

  it('writes a workbook for each annotator, and refuses names that no file can have', async () => {
    const out = join(folder, 'books');
    await run(kit.actions.annotation, { author: corpus, annotators: ['Ada', 'Bo'], out });
    expect((await readdir(out)).sort()).toEqual(['Ada.xlsx', 'Bo.xlsx']);
    await expect(run(kit.actions.annotation, { author: corpus, annotators: ['../x'], out: join(folder, 'no') })).rejects.toThrow(
      '"../x" cannot name an annotator',
    );
    await expect(run(kit.actions.annotation, { author: corpus, annotators: ['A', 'A'], out: join(folder, 'no') })).rejects.toThrow(
      'each name once',
    );
  });
});

describe('sensebench tgcsr generative', () => {
  it('counts free answers and writes the rest for people', async () => {
    const rows = (await readFile(join(dataset, 'test.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    const questions = [...new Set(rows.map((row) => `${row.context}/${row.questionID}`))];
    const yes = rows.find(({ label }) => label === 'yes') ?? {};
    const target = `${yes.context}/${yes.questionID}`;
    const predictions = join(folder, 'free.jsonl');
    await writeFile(
      predictions,
      questions.map((id) => `${JSON.stringify({ id, prediction: id === target ? `${yes.answer}!` : 'xyzzy' })}\n`).join(''),
    );
    const review = join(folder, 'review.jsonl');
    const { json } = await run(generative, { dataset, predictions, review, metrics: ['chrf'] });
    expect((json as { overall: object }).overall).toMatchObject({
      questions: questions.length,
      matchedYes: 1,
      matchedNo: 0,
      unmatched: questions.length - 1,
    });
    // One answer of all is right but for its mark: a little more than nothing.
    const { text } = json as { text: { questions: number; corpus: { chrf: number }; signatures: { chrf: string } } };
    expect(text.questions).toBe(questions.length);
    expect(text.corpus.chrf).toBeGreaterThan(0);
    expect(text.corpus.chrf).toBeLessThan(0.5);
    expect(text.signatures.chrf).toMatch(/^chrf\|/);
    expect((await run(generative, { dataset, predictions, metrics: ['none'] })).json).not.toHaveProperty('text');
    expect((await readFile(review, 'utf8')).trim().split('\n')).toHaveLength(questions.length - 1);
  });
});

describe('sensebench tgcsr taxonomy', () => {
  it('prints a category as a table, and all as JSON-LD', async () => {
    expect(resultText(await run(taxonomy, { category: 'time' }))).toContain('http://www.w3.org/2006/time#before');
    const { json } = await run(taxonomy, { format: 'jsonld' });
    expect((json as { '@graph': unknown[] })['@graph'].length).toBeGreaterThan(100);
    await expect(run(taxonomy, { category: 'Tim' })).rejects.toThrow('unknown category "Tim"; did you mean');
  });
});
