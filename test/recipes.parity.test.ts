/** The recipes in small: train, resume, export, and refuse bad input in one line. Where torch is not installed they are skipped. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelsPython } from './shared.ts';

const root = join(import.meta.dirname, '..');
const python = modelsPython();
const folder = mkdtempSync(join(tmpdir(), 'sensebench-recipes-'));
const at = (...parts: string[]) => join(folder, ...parts);
afterAll(() => rmSync(folder, { recursive: true }));

function run(recipe: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(python ?? '', [join(root, 'recipes', recipe), ...words], {
    encoding: 'utf8',
    env: { ...process.env, HF_HUB_OFFLINE: '1', HOME: folder },
  });
  return { status, stdout, stderr };
}

const lines = (file: string) => readFileSync(file, 'utf8').trim().split('\n');
const save = (name: string, rows: readonly object[]) => {
  writeFileSync(at(name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return at(name);
};

describe.runIf(python)('the recipes', () => {
  let train: string;
  let dev: string;
  beforeAll(() => {
    const rows = lines(join(root, 'corpus/captions/references.jsonl'))
      .map((line) => JSON.parse(line) as { concept_set: string; scene: string[] })
      .map(({ concept_set, scene }) => ({ concept_set, scene }));
    train = save('train.jsonl', rows.slice(0, 40));
    dev = save('dev.jsonl', rows.slice(40, 46));
  });

  it.each(['brnn', 'transformer', 'mean'])('train a CopyNet (%s), go on after a stop with the same result, and export it', (kind) => {
    const words = ['--kind', kind, '--train', train, '--dev', dev, '--least', '1', '--longest', '16', '--patience', '9'];
    expect(run('train_copynet.py', ...words, '--epochs', '2', '--out', at(kind)).status).toBe(0);
    // Minutes 0: stops after each epoch.
    run('train_copynet.py', ...words, '--epochs', '2', '--minutes', '0', '--out', at(`${kind}-again`));
    const again = run('train_copynet.py', ...words, '--epochs', '2', '--out', at(`${kind}-again`));
    expect(again.stdout).toMatch(/going on after epoch 1/);
    expect(readFileSync(at(`${kind}-again`, 'predictions.jsonl'), 'utf8')).toBe(readFileSync(at(kind, 'predictions.jsonl'), 'utf8'));
    expect(lines(at(kind, 'predictions.jsonl'))).toHaveLength(6);
    for (const file of ['sensebench.json', 'vocabulary.json', 'encoder.onnx', 'step.onnx'])
      expect(existsSync(at(kind, 'onnx', file))).toBe(true);
    expect(run('train_copynet.py', ...words, '--seed', '18', '--out', at(kind))).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/other options \(epochs, seed\)/),
    });
  });

  it('train a Levenshtein transformer that keeps every concept', () => {
    const words = ['--train', train, '--dev', dev, '--least', '1', '--size', '32', '--layers', '1', '--rounds', '2', '--epochs', '1'];
    expect(run('train_levenshtein.py', ...words, '--out', at('levenshtein')).status).toBe(0);
    const sets = lines(dev).map((line) => (JSON.parse(line) as { concept_set: string }).concept_set.split('#'));
    for (const [i, line] of lines(at('levenshtein', 'predictions.jsonl')).entries()) {
      const written = (JSON.parse(line) as { prediction: string }).prediction.split(' ');
      expect(written).toEqual(expect.arrayContaining(sets[i]));
    }
    for (const file of ['encoder', 'delete', 'insert', 'fill']) expect(existsSync(at('levenshtein', 'onnx', `${file}.onnx`))).toBe(true);
  });

  it('train a yes/no classifier', () => {
    const row = (id: number, answer: string, label: string) => ({ id: `x/${id}`, theme: 'A trip.', question: 'When?', answer, label });
    const pairs = save(
      'pairs.jsonl',
      Array.from({ length: 16 }, (_, i) => row(i, i % 2 ? 'at night' : 'by day', i % 2 ? 'no' : 'yes')),
    );
    expect(
      run('train_classifier.py', '--train', pairs, '--dev', pairs, '--epochs', '12', '--patience', '12', '--out', at('yes-no')).status,
    ).toBe(0);
    expect(lines(at('yes-no', 'predictions.jsonl'))[1]).toBe('{"id": "x/1", "prediction": "no"}');
    expect(existsSync(at('yes-no', 'onnx', 'model.onnx'))).toBe(true);
    const wrong = save('wrong.jsonl', [row(1, 'at night', 'perhaps')]);
    expect(run('train_classifier.py', '--train', wrong, '--dev', pairs, '--out', at('none'))).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/expected yes or no/),
    });
  });

  it.each(['seq2seq', 'causal'])('fine-tune a %s model', (kind) => {
    const words = [
      '--task',
      'commongen',
      '--tiny',
      kind,
      '--train',
      train,
      '--dev',
      dev,
      '--limit',
      '6',
      '--epochs',
      '1',
      '--max-output-length',
      '8',
    ];
    expect(run('finetune.py', ...words, '--out', at(kind)).status).toBe(0);
    expect(lines(at(kind, 'predictions.jsonl'))).toHaveLength(6);
    expect(existsSync(at(kind, 'model', 'config.json'))).toBe(true);
  });

  it.each([
    ['a missing file', () => at('nowhere.jsonl'), /nowhere\.jsonl: no such file/],
    [
      'empty targets',
      () =>
        save('empty.jsonl', [
          { concept_set: 'a#b', scene: ['x'] },
          { concept_set: 'a#b', scene: [' '] },
        ]),
      /1 rows with an empty input or target \(lines 2\)/,
    ],
    ['other fields', () => save('other.jsonl', [{ text: 'x' }]), /line 1: expected the fields/],
    ['no rows', () => save('none.jsonl', []), /no rows/],
  ])('refuse %s in one line', (_, make, message) => {
    const { status, stderr } = run('train_copynet.py', '--kind', 'mean', '--train', make(), '--dev', dev, '--out', at('refused'));
    expect(status).toBe(2);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(message);
    expect(existsSync(at('refused'))).toBe(false);
  });
});
