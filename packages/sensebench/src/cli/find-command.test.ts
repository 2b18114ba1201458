import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadBenchmark } from '../benchmarks/index.ts';
import { isAction } from './command.ts';
import { ROOT } from './commands-table.ts';
import { findCommand } from './find-command.ts';

const find = (...words: string[]) => findCommand(ROOT, words);

describe('a command is found', () => {
  it('by the command or by the benchmark first: the same action', async () => {
    const { actions } = await loadBenchmark('commongen');
    const first = await find('stats', 'commongen', '--dataset', 'x');
    const second = await find('commongen', 'stats', '--dataset', 'x');
    expect(first.command).toBe(actions?.stats);
    expect(second.command).toBe(actions?.stats);
    expect(first.words).toEqual(['--dataset', 'x']);
    expect(second.words).toEqual(['--dataset', 'x']);
  });

  it.each([
    [
      ['build', '--out', 'x', 'situatedgen'],
      ['build', 'situatedgen'],
      ['--out', 'x'],
    ],
    [
      ['build', '--out', 'situatedgen', 'commongen'],
      ['build', 'commongen'],
      ['--out', 'situatedgen'],
    ],
    [
      ['build', '--force', 'tgcsr', '--out', 'x'],
      ['build', 'tgcsr'],
      ['--force', '--out', 'x'],
    ],
    [
      ['--json', 'stats', '--output', 'stats', 'commongen'],
      ['stats', 'commongen'],
      ['--json', '--output', 'stats'],
    ],
    [
      ['commongen', '--output', 'sets', 'transfer', 'sets'],
      ['commongen', 'transfer', 'sets'],
      ['--output', 'sets'],
    ],
    [['score', '--ci', 'text'], ['score', 'text'], ['--ci']],
  ])('behind flags and their values: %j', async (words, path, rest) => {
    const found = await find(...words);
    expect(found.path).toEqual(path);
    expect(found.words).toEqual(rest);
    expect(isAction(found.command)).toBe(true);
  });

  it('in a group of a benchmark', async () => {
    const { tgcsr } = await import('../benchmarks/tgcsr/benchmark.ts');
    const found = await find('tgcsr', 'kit', 'starter');
    expect(tgcsr.actions?.kit).toMatchObject({ actions: { starter: found.command } });
  });

  it('or a menu, where words are missing', async () => {
    for (const words of [[], ['commongen'], ['commongen', 'transfer'], ['build'], ['nlp'], ['build', '--out', 'x']]) {
      const { command } = await find(...words);
      expect(isAction(command), words.join(' ')).toBe(false);
    }
  });

  it('unless nothing has that name', async () => {
    await expect(find('stats', 'comongen')).rejects.toThrow('unknown benchmark "comongen"; did you mean "commongen"?');
    await expect(find('build', 'tgcsr-generative')).rejects.toThrow('tgcsr-generative has no build');
    expect((await find('comongen')).command).toBe(ROOT);
  });
});

describe("a user's module", () => {
  let folder: string;
  let module: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sensebench-find-'));
    module = join(folder, 'my.mjs');
    const zod = import.meta.resolve('zod');
    writeFileSync(
      module,
      `import { z } from '${zod}';
      const action = (summary) => ({ summary, options: z.object({ depth: z.number().default(1) }), examples: [summary], run: async () => ({}) });
      export const benchmark = {
        name: 'mine', title: 'Mine', item: z.any(), async *read() {}, published: [], metrics: ['bleu'], breakdowns: {}, parse: (text) => text,
        prompts: { one: { summary: '', source: 'ours', kind: 'chat', shots: 0, render: () => '' } },
        actions: { build: action('build it'), own: { summary: 'a group', actions: { first: action('the first') } } },
      };`,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has commands as a built-in benchmark has', async () => {
    const built = await find('build', module, '--depth', '3');
    expect(built.command).toMatchObject({ summary: 'build it' });
    expect((await find(module, 'build')).command).toBe(built.command);
    expect((await find('build', '--depth', '3', module)).command).toBe(built.command);
    expect((await find(module, 'own', 'first')).command).toMatchObject({ summary: 'the first' });
    await expect(find('stats', module)).rejects.toThrow('mine has no stats');
  });
});
