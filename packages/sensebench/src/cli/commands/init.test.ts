import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTools } from '@sensebench/metrics/internal/metrics';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { quietContext } from '../../../../../test/quiet-context.ts';
import { resultText } from '../../report/index.ts';
import { ROOT } from '../commands-table.ts';
import { completionOf } from './completion.ts';
import { action } from './init.ts';
import { action as suite } from './suite.ts';

const completion = completionOf(ROOT);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-init-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const init = (kind: 'suite' | 'phases', out: string) =>
  action.run(action.options.parse({ kind, out: join(folder, out) }), quietContext({ tools: loadTools }));

it('writes a suite that can be tried at once, also with the lines that are commented out', async () => {
  writeFileSync(join(folder, 'dev.jsonl'), '{"concept_set": "dog#catch", "scene": ["The dog catches it."]}\n');
  await init('suite', 'suite.yaml');
  const file = join(folder, 'suite.yaml');
  const dry = await suite.run(suite.options.parse({ file, dryRun: true }), quietContext({ tools: loadTools }));
  expect(resultText(dry)).toContain('dev/keywords');
  await expect(init('suite', 'suite.yaml')).rejects.toThrow('suite.yaml: exists already');
});

it('writes phases whose fields are all known', async () => {
  const { parsePhasesText } = await import('../../../../studio/src/leaderboard/index.ts');
  await init('phases', 'phases.yaml');
  const text = readFileSync(join(folder, 'phases.yaml'), 'utf8');
  const whole = text.replace(/^# (about|quota|public|ladder|anonymous|afterEnd):/gm, '$1:');
  for (const yaml of [text, whole]) expect((await parsePhasesText(yaml, { file: 'phases.yaml' })).phases).toHaveLength(2);
});

async function wordsFor(...words: string[]): Promise<string[]> {
  const { lines } = await completion.run(completion.options.parse({ shell: 'words', words }), quietContext({ tools: loadTools }));
  return lines as string[];
}

it('completes commands, benchmarks, flags and their values', async () => {
  expect(await wordsFor('ev')).toEqual(['evaluate']);
  expect(await wordsFor('nlp', 'to')).toEqual(['tokens']);
  expect(await wordsFor('score', 'common')).toEqual(['commongen']);
  expect(await wordsFor('evaluate', 'sit')).toEqual(['situatedgen']);
  expect(await wordsFor('evaluate', 'commongen', '--max')).toEqual(['--max-cost']);
  expect(await wordsFor('compare', '--test', 'p')).toEqual(['permutation']);
  expect(await wordsFor('evaluate', 'commongen', '--dataset', '')).toEqual([]);
  expect(await wordsFor('evaluate', './own.mjs', '--max')).toEqual([]);
});

it.each(['bash', 'zsh', 'fish'] as const)('prints a script for %s', async (shell) => {
  const result = await completion.run(completion.options.parse({ shell }), quietContext({ tools: loadTools }));
  expect(resultText(result)).toContain('sensebench completion words -- ');
});
