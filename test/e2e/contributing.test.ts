/** The diffs of docs/extending.md that name their file, applied to a copy of the source: its types are right, and the commands know what is new. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'sensebench-contributing-'));
const diffs = Array.from(
  readFileSync(join(root, 'docs/extending.md'), 'utf8').matchAll(/^```diff (\S+)\n([\s\S]*?)^```$/gm),
  ([, file, body]) => ({ file, lines: body.trimEnd().split('\n') }),
);
const run = async (...words: string[]) => {
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(copy, 'tsconfig.json') };
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: copy, env, maxBuffer: 1e8 });
  return stdout;
};
const sensebench = (...words: string[]) => run('--import', 'tsx', 'packages/sensebench/src/cli/main.ts', ...words);

beforeAll(() => {
  for (const name of ['packages', 'test', 'train', 'oracles', 'bench', 'recipes', 'docs', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  for (const name of ['node_modules', 'corpus', 'apps']) symlinkSync(join(root, name), join(copy, name));
  for (const { file, lines } of diffs) apply(join(copy, file), lines);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** A new file, or lines that stand in place of others: those without + before, those without - after. */
function apply(path: string, lines: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  const side = (gone: string) =>
    `${lines
      .filter((line) => !line.startsWith(gone))
      .map((line) => line.slice(2))
      .join('\n')}\n`;
  if (lines.every((line) => line.startsWith('+'))) {
    writeFileSync(path, side('-'));
    return;
  }
  const before = readFileSync(path, 'utf8');
  expect(before, path).toContain(side('+'));
  writeFileSync(
    path,
    before.replace(side('+'), () => side('-')),
  );
}

describe('a newcomer to the code', () => {
  it('adds a metric, a runner, a benchmark, a build step and a task by diffs that apply', async () => {
    expect(diffs.map(({ file }) => file)).toEqual([
      'packages/metrics/src/metrics/text/shared-words.ts',
      'packages/metrics/src/metrics/table.ts',
      'packages/sensebench/src/runners/constant.ts',
      'packages/sensebench/src/runners/models/index.ts',
      'packages/sensebench/src/benchmarks/proverbs/benchmark.ts',
      'packages/sensebench/src/benchmarks/registry.ts',
      'packages/sensebench/src/benchmarks/situatedgen/build/drop-questions.ts',
      'packages/sensebench/src/benchmarks/situatedgen/build/steps.ts',
      'packages/sensebench/src/benchmarks/situatedgen/build/pipeline.ts',
      'packages/sensebench/src/benchmarks/commongen/tasks/fluency.ts',
      'packages/sensebench/src/benchmarks/commongen/tasks/index.ts',
    ]);
    // One line outside of its own file.
    for (const table of [
      'packages/metrics/src/metrics/table.ts',
      'packages/sensebench/src/runners/models/index.ts',
      'packages/sensebench/src/benchmarks/registry.ts',
    ])
      expect(diffs.find(({ file }) => file === table)?.lines.filter((line) => line.startsWith('+'))).toHaveLength(1);
    await expect(run('node_modules/typescript-7/bin/tsc', '--noEmit', '-p', '.')).resolves.toBe('');
  });

  it('has a metric with options', async () => {
    expect(await sensebench('metrics', 'list')).toContain('sharedWords(shortest=n): words of fewer characters do not count (default: 1)');
    writeFileSync(join(copy, 'references.txt'), 'The dog runs\n');
    writeFileSync(join(copy, 'system.txt'), 'the dog is a dog\n');
    const score = (metric: string) =>
      sensebench('score', 'text', '--references', 'references.txt', '--predictions', 'system.txt', '--json', '--metrics', metric);
    expect(JSON.parse(await score('sharedWords'))).toMatchObject({ corpus: { sharedWords: 2 / 5 } });
    expect(JSON.parse(await score('sharedWords(lowercase,shortest=3)'))).toMatchObject({
      corpus: { sharedWords: 1 },
      signatures: { sharedWords: expect.stringContaining('|lowercase:yes|shortest:3|') },
    });
    await expect(score('sharedWords(shortset=3)')).rejects.toThrow('sharedWords has no option "shortset"; did you mean "shortest"?');
  });

  it('has a runner with three options', async () => {
    expect(await sensebench('models', 'constant')).toContain('times=n: how often the text is repeated (default: 1)');
    writeFileSync(join(copy, 'dev.jsonl'), `${JSON.stringify({ concept_set: 'dog#run', scene: ['The dog runs.'] })}\n`);
    const evaluate = (model: string) =>
      sensebench('evaluate', 'commongen', '--dataset', 'dev.jsonl', '--metrics', 'bleu', '--out', 'run', '--model', model);
    await evaluate('constant:dog(times=2,between=-,loud)');
    expect(readFileSync(join(copy, 'run/predictions.jsonl'), 'utf8')).toContain('"prediction":"DOG-DOG"');
    expect(JSON.parse(readFileSync(join(copy, 'run/run.json'), 'utf8'))).toMatchObject({ options: { times: 2, between: '-', loud: true } });
    await expect(evaluate('constant:dog(tiems=2)')).rejects.toThrow('constant has no option "tiems"; did you mean "times"?');
  });

  it('has a benchmark that is scored', async () => {
    const dataset = join(root, 'docs/examples/proverbs.jsonl');
    const rows = readFileSync(dataset, 'utf8').trim().split('\n');
    const answers = rows
      .map((line) => JSON.parse(line) as { id: string; ending: string })
      .map(({ id, ending }) => ({ id, prediction: ending }));
    writeFileSync(join(copy, 'endings.jsonl'), answers.map((row) => JSON.stringify(row)).join('\n'));
    const scored = await sensebench('score', 'proverbs', '--dataset', dataset, '--predictions', 'endings.jsonl', '--json');
    expect(JSON.parse(scored)).toMatchObject({ corpus: { rougeL: 1 } });
  });

  it('has a build step that drops rows with its rule', async () => {
    const script = `import { questionsStep } from './packages/sensebench/src/benchmarks/situatedgen/build/drop-questions.ts';
      const rows = [{ id: 'a', text: 'Is it cold?' }, { id: 'b', text: 'It is cold.' }];
      console.log(JSON.stringify(questionsStep.run([{ rows }], {})));`;
    expect(JSON.parse(await run('--import', 'tsx', '--input-type=module', '--eval', script))).toEqual({
      rows: [{ id: 'b', text: 'It is cold.' }],
      dropped: [{ step: 'questions', rule: 'still a question', ids: ['a'], text: 'Is it cold?' }],
    });
  });
});
