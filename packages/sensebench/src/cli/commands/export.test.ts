import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, defineBenchmark, type Item } from '@sensebench/metrics/internal/core';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { quietContext } from '../../../../../test/quiet-context.ts';
import { actions } from './export.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-export-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...parts: string[]) => join(folder, ...parts);

const item = z.object({ id: z.string(), input: z.string(), references: z.array(z.string()), meta: z.object({}) });
const read = async function* (path: string, { split = 'test' }: { split?: string }): AsyncGenerator<Item> {
  for (const line of readFileSync(join(path, `${split}.jsonl`), 'utf8')
    .trim()
    .split('\n'))
    yield item.parse(JSON.parse(line));
};
const prompts: Benchmark['prompts'] = {
  ask: {
    summary: 'ask',
    source: 'ours',
    kind: 'completion',
    shots: 1,
    stop: ['\n'],
    render: ({ item: own, examples }) => [...examples, own].map(({ input }) => `Q: ${input}\nA:`).join('\n\n'),
  },
  talk: {
    summary: 'talk',
    source: 'ours',
    kind: 'chat',
    shots: 0,
    render: ({ item: own }) => [
      { role: 'system', content: 'Answer.' },
      { role: 'user', content: String(own.input) },
    ],
  },
};
const texts = defineBenchmark({ name: 'texts', title: 'Texts', item, read, prompts, metrics: ['bleu'], breakdowns: {}, published: [] });
const choices = { ...texts, choices: () => ['yes', 'no'].map((label) => ({ label, text: label })) };

function dataset(name: string, rows: readonly Item[], { module = false } = {}): string {
  mkdirSync(at(name), { recursive: true });
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  for (const split of ['train', 'test']) writeFileSync(at(name, `${split}.jsonl`), lines);
  const manifest = {
    format: 2,
    benchmark: 'texts',
    config: {},
    seed: 0,
    versions: {},
    sources: [],
    splits: {},
    ...(module ? { module: { path: '../texts.mjs', sha256: 'a'.repeat(64) } } : {}),
  };
  writeFileSync(at(name, 'dataset.json'), JSON.stringify(manifest));
  return at(name);
}

const rows = (reference: string): Item[] =>
  ['a', 'b'].map((id) => ({ id, input: `{{${id}}} "x"`, references: [reference, 'other'].slice(0, id === 'a' ? 2 : 1), meta: {} }));

async function run(kind: string, options: object, benchmark: Benchmark = texts) {
  const context = quietContext({ tools: async () => ({ tokens: () => [], analyse: async () => [] }), benchmark: async () => benchmark });
  const { json } = await actions[kind].run(actions[kind].options.parse({ benchmark: 'texts', ...options }), context);
  return json as { task: string; files: string[]; prompt: string; shots: number };
}
const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('export lm-eval', () => {
  it('writes YAML, Python and documents with the prompts that evaluate sends', async () => {
    const made = await run('lm-eval', { dataset: dataset('my data', rows('yes')), out: at('lm') });
    expect(made).toMatchObject({ task: 'texts_my_data_test', prompt: 'ask', shots: 1 });
    expect(readdirSync(at('lm')).sort()).toEqual([...made.files].sort());
    const [first, second] = lines(at('lm', 'documents.jsonl'));
    expect(first).toMatchObject({ id: 'a', references: ['yes', 'other'], target: 'yes' });
    expect(second.prompt).toBe('Q: {{a}} "x"\nA:\n\nQ: {{b}} "x"\nA:');
    const yaml = readFileSync(at('lm', 'texts_my_data_test.yaml'), 'utf8');
    expect(yaml).toContain('task: texts_my_data_test\ncustom_dataset: !function texts_my_data_test.load\n');
    expect(yaml).toContain('"until":["\\n"]');
  });

  it('asks choices by their labels', async () => {
    await run('lm-eval', { dataset: dataset('chosen', rows('no')), out: at('lm-choices'), name: '7 of 9' }, choices);
    expect(lines(at('lm-choices', 'documents.jsonl'))[0]).toMatchObject({ choices: ['yes', 'no'], gold: 1 });
    expect(readFileSync(at('lm-choices', 'task_7_of_9.yaml'), 'utf8')).toContain('output_type: multiple_choice');
  });
});

describe('export inspect', () => {
  it('writes a task and its samples, as a conversation', async () => {
    const made = await run('inspect', { dataset: dataset('talked', rows('yes')), out: at('inspect') });
    expect(made).toMatchObject({ prompt: 'talk', shots: 0, files: ['texts_talked_test.py', 'samples.jsonl'] });
    const [first] = lines(at('inspect', 'samples.jsonl'));
    expect(first).toMatchObject({ id: 'a', target: ['yes', 'other'], input: [{ role: 'system' }, { role: 'user', content: '{{a}} "x"' }] });
    expect(readFileSync(at('inspect', 'texts_talked_test.py'), 'utf8')).toContain('def texts_talked_test():');
  });
});

describe.each(['lm-eval', 'inspect'])('export %s refuses', (kind) => {
  const bad = async (options: object, benchmark?: Benchmark) => {
    const out = at('never');
    await expect(run(kind, { out, ...options }, benchmark)).rejects.toMatchObject({ name: 'InputError' });
    expect(readdirSync(folder)).not.toContain('never');
  };

  it('a folder that is not there, or is not a dataset', async () => {
    mkdirSync(at('empty'), { recursive: true });
    await bad({ dataset: at('nowhere'), benchmark: undefined });
    await bad({ dataset: at('empty'), benchmark: undefined });
  });

  it("a module's dataset without --benchmark: data never runs code", async () => {
    const own = dataset('of a module', rows('yes'), { module: true });
    const context = quietContext({ tools: async () => ({ tokens: () => [], analyse: async () => [] }) });
    const asked = actions[kind].run(actions[kind].options.parse({ dataset: own, out: at('never') }), context);
    await expect(asked).rejects.toThrow(/a module is only loaded when you name it: --benchmark "[^"]*texts\.mjs"/);
  });

  it('a target that exists, and leaves it alone', async () => {
    const target = at(`there-${kind}`);
    writeFileSync(target, 'mine');
    await expect(run(kind, { dataset: dataset('d', rows('yes')), out: target })).rejects.toThrow('exists already; choose another folder');
    expect(readFileSync(target, 'utf8')).toBe('mine');
    mkdirSync(at(`folder-${kind}`));
    writeFileSync(at(`folder-${kind}`, 'x'), 'mine');
    await expect(run(kind, { dataset: at('d'), out: at(`folder-${kind}`) })).rejects.toThrow('exists already');
    expect(readdirSync(at(`folder-${kind}`))).toEqual(['x']);
  });

  it('items without references, labels that are no choice, unknown prompts, names without letters', async () => {
    await bad({
      dataset: dataset(
        'hidden',
        rows('yes').map((row) => ({ ...row, references: [] })),
      ),
    });
    await bad({ dataset: dataset('odd', rows('perhaps')) }, choices);
    await bad({ dataset: at('d'), prompt: 'sing' });
    await bad({ dataset: at('d'), name: '…' });
  });
});
