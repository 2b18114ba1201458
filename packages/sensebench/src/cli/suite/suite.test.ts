import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActionContext, ActionResult } from '@sensebench/metrics/internal/core';
import { loadTools } from '@sensebench/metrics/internal/metrics';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeOpenAi, startFakeOpenAi } from '../../../../../test/fake-openai-server.ts';
import { quietContext } from '../../../../../test/quiet-context.ts';
import { createApp } from '../../app/index.ts';
import { resultText } from '../../report/index.ts';
import { action } from '../commands/suite.ts';

let folder: string;
let server: FakeOpenAi;
const warned: string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-suite-'));
  server = await startFakeOpenAi({
    behave: (attempt, prompt) => (prompt.includes('thing4') && attempt === 0 && down ? 'refuse' : 'answer'),
  });
  for (const name of ['dev', 'test']) {
    const rows = Array.from({ length: 6 }, (_, i) => ({
      concept_set: `${name}#dog#thing${i}`,
      scene: [`A dog in ${name} sees thing${i}.`],
    }));
    writeFileSync(join(folder, `${name}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
  warned.length = 0;
});
afterEach(async () => {
  down = false;
  await server.close();
  rmSync(folder, { recursive: true });
});

/** The server refuses the fifth item the first time. */
let down = false;

const models = () =>
  `models:\n  - { model: "openai:fake@${server.baseURL}", options: { concurrency: 1 } }\n  - { model: keywords, note: "#baseline" }\n`;
const DATASETS = 'datasets:\n  - { benchmark: commongen, dataset: dev.jsonl }\n  - { benchmark: commongen, dataset: test.jsonl }\n';
const suite = (more = '', start = 'defaults: { metrics: [bleu] }\n') => start + DATASETS + models() + more;

async function run(
  text: string,
  { named, signal, dryRun = false }: { named?: string; signal?: AbortSignal; dryRun?: boolean } = {},
): Promise<ActionResult> {
  const file = join(folder, 'suite.yaml');
  writeFileSync(file, text);
  const own = quietContext({ tools: loadTools });
  const { runner } = createApp({ environment: { OPENAI_API_KEY: 'key-of-the-test' }, tools: loadTools });
  const context: ActionContext = { ...own, runner, warn: (line) => warned.push(line), ...(signal ? { signal } : {}) };
  return action.run(action.options.parse({ file, module: named === undefined ? [] : [named], dryRun }), context);
}

const json = (result: ActionResult) =>
  result.json as { runs: { name: string; skipped: boolean; error?: string }[]; assertions: { holds: boolean; value: number | null }[] };
const asked = () => [...server.asked.values()].reduce((sum, times) => sum + times, 0);

describe('a suite', () => {
  it('asks every model about every dataset, skips what is finished, and begins again where a file changed', async () => {
    const first = await run(suite());
    expect(json(first).runs.map(({ name }) => name)).toEqual(['dev/fake', 'dev/keywords', 'test/fake', 'test/keywords']);
    expect(asked()).toBe(12);
    const again = await run(suite());
    expect(asked()).toBe(12);
    expect(json(again).runs.map(({ skipped }) => skipped)).toEqual([true, true, true, true]);
    expect(resultText(again)).toBe(resultText(first));
    // Other metrics: the answers stay, the scores are made again.
    const other = await run(suite('', 'defaults: { metrics: [bleu, rouge] }\n'));
    expect([asked(), json(other).runs.some(({ skipped }) => skipped)]).toEqual([12, false]);
    const page = readFileSync(join(folder, 'runs', 'report.html'), 'utf8');
    for (const part of ['dev/report.html', 'test/report.html', 'keywords', 'fake']) expect(page).toContain(part);
    expect(readFileSync(join(folder, 'runs', 'dev', 'report.html'), 'utf8')).toContain('baseline');
  });

  it('goes on where it was stopped', async () => {
    const stop = new AbortController();
    const watch = setInterval(() => {
      if (asked() >= 9) stop.abort(new Error('stopped'));
    }, 1);
    await expect(run(suite(), { signal: stop.signal })).rejects.toThrow('stopped');
    clearInterval(watch);
    expect(existsSync(join(folder, 'runs', 'report.html'))).toBe(false);
    const before = asked();
    expect(
      json(await run(suite()))
        .runs.slice(0, 2)
        .map(({ skipped }) => skipped),
    ).toEqual([true, true]);
    // One request was under way.
    expect([...server.asked.values()].filter((times) => times > 1).length).toBeLessThanOrEqual(1);
    expect(asked()).toBeGreaterThan(before);
  });

  it('goes on with the other runs where a model fails, and says so with exit code 3', async () => {
    down = true;
    const result = await run(suite('assert:\n  - { run: dev/fake, metric: bleu1, atLeast: 0 }\n'));
    expect([result.exitCode, json(result).runs[0].error !== undefined, json(result).runs[3].error]).toEqual([3, true, undefined]);
    expect(json(result).assertions[0]).toMatchObject({ holds: false, value: null });
    const mended = await run(suite('assert:\n  - { run: dev/fake, metric: bleu1, atLeast: 0 }\n'));
    expect([mended.exitCode, json(mended).assertions[0].holds]).toEqual([0, true]);
  });

  it('checks assertions: exit code 1 where one fails', async () => {
    const result = await run(
      suite(
        'assert:\n  - { run: dev/keywords, metric: bleu1, atLeast: 0.2 }\n  - { run: dev/keywords, metric: bleu4, atLeast: 0.9 }\n  - { run: dev/keywords, metric: bleu9, atMost: 1 }\n',
      ),
    );
    expect(result.exitCode).toBe(1);
    expect(json(result).assertions.map(({ holds }) => holds)).toEqual([true, false, false]);
    expect(resultText(result)).toMatch(/dev\/keywords +bleu4 .*at least 0\.9 +FAILS/);
    expect(resultText(result)).toContain('not measured; there are bleu1');
  });

  it('multiplies by variants, and the narrower word counts', async () => {
    const result = await run(
      `${suite('', 'defaults: { metrics: [bleu], limit: 5 }\n')}variants:\n  - { name: few, limit: 2 }\n  - { name: many }\n`,
    );
    const runs = json(result).runs as unknown as { name: string; items: number }[];
    expect(runs.slice(0, 2).map(({ name, items }) => [name, items])).toEqual([
      ['dev/fake/few', 2],
      ['dev/fake/many', 5],
    ]);
  });

  it('gives options to models and variants', async () => {
    const result = await run(
      `defaults: { metrics: [bleu] }\n${DATASETS}models: [{ model: keywords }]\nvariants:\n  - { name: cached, options: { cache: ${join(folder, 'kept')} } }\n`,
    );
    expect(json(result).runs.map(({ name }) => name)).toEqual(['dev/keywords/cached', 'test/keywords/cached']);
    expect(existsSync(join(folder, 'kept'))).toBe(true);
  });

  it('shows prompts, tokens and nothing else with --dry-run', async () => {
    const { text } = await run(suite(), { dryRun: true });
    expect(text).toContain('=== dev/fake');
    expect(text).toContain('no request was sent');
    expect(text).toContain('uses no prompt');
    expect(asked()).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['dev.jsonl', 'suite.yaml', 'test.jsonl']);
  });

  it.each([
    ['an unknown field', () => suite('asert: []\n'), /suite\.yaml:8, field "asert": unknown field; did you mean "assert"\?/],
    [
      'a misspelt option',
      () => suite('', 'defaults: { metrix: [bleu] }\n'),
      /suite\.yaml:1, field "defaults\.metrix": .*did you mean "metrics"/,
    ],
    [
      'a misspelt field of a model',
      () => `${DATASETS}models:\n  - model: keywords\n    shotts: 1\n`,
      /suite\.yaml:6, field "models\.0\.shotts": .*"shots"/,
    ],
    [
      'a misspelt option of a model',
      () => `${DATASETS}models: [{ model: "openai:fake", options: { temprature: 1 } }]\n`,
      /openai has no option "temprature"; did you mean "temperature"\?/,
    ],
    [
      'an option that the model does not have',
      () => `${DATASETS}models: [{ model: keywords, options: { temperature: 1 } }]\n`,
      /keywords has no option "temperature" \(expected cache\)/,
    ],
    ['a wrong value', () => suite('', 'defaults: { limit: -1 }\n'), /suite\.yaml:1, field "defaults\.limit"/],
    [
      'two runs of one name',
      () => `${DATASETS}models: [{ model: keywords }, { model: keywords, shots: 1 }]\n`,
      /two runs are called "dev\/keywords"/,
    ],
    [
      'an assertion of no run',
      () => suite('assert: [{ run: dev/gpt, metric: bleu4, atLeast: 0 }]\n'),
      /field "assert\.0\.run": unknown run "dev\/gpt"/,
    ],
    ['an assertion of nothing', () => suite('assert: [{ run: dev/fake, metric: bleu4 }]\n'), /needs atLeast or atMost/],
    [
      'a dataset that is not there',
      () => `datasets: [{ benchmark: commongen, dataset: no.jsonl }]\n${models()}`,
      /no\.jsonl does not exist/,
    ],
    [
      'a module that nobody named',
      () => `datasets: [{ benchmark: ./evil.mjs, dataset: dev.jsonl }]\n${models()}`,
      /is a module, which is only run when you name it/,
    ],
    ['a model of a module that nobody named', () => `${DATASETS}models: [{ model: "./evil.mjs:x(a=1)" }]\n`, /evil\.mjs" is a module/],
    [
      'a metric of a module that nobody named',
      () => suite('', 'defaults: { metrics: ["bleu,./evil.mjs(a)"] }\n'),
      /evil\.mjs" is a module/,
    ],
  ])('refuses %s before anything is asked', async (_, text, message) => {
    writeFileSync(join(folder, 'evil.mjs'), 'throw new Error("run")');
    await expect(run(text())).rejects.toThrow(message);
    expect([asked(), existsSync(join(folder, 'runs'))]).toEqual([0, false]);
  });

  it('runs a module that the command line names', async () => {
    writeFileSync(join(folder, 'own.mjs'), 'throw new Error("it was run")');
    await expect(
      run(`datasets: [{ benchmark: ./own.mjs, dataset: dev.jsonl }]\n${models()}`, { named: join(folder, 'own.mjs') }),
    ).rejects.toThrow('it was run');
  });
});
