import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeTinyRecognizer } from '../../../../test/tiny-recognizer.ts';
import { findOnnxRuntime } from '../nlp/embeddings/onnx-runtime.ts';
import { createToolbox } from './tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-recognizer-'));
afterAll(() => rmSync(folder, { recursive: true }));
const runtime = await findOnnxRuntime();

it.skipIf(!runtime)('gives an analyser with the entities of a named recognizer, under an id that changes with its files', async () => {
  writeTinyRecognizer(folder);
  const toolbox = () => createToolbox({ environment: {}, say: () => undefined });
  const needs = { analyse: { deep: false, recognizer: folder } };
  const { analyse, ids } = await toolbox()(needs);
  const [{ entities, tokens }] = await analyse(['On Monday in New York']);
  expect(entities.map(({ text, type }) => [text, type])).toEqual([
    ['Monday', 'DATE'],
    ['New York', 'GPE'],
  ]);
  expect(tokens.map(({ tag }) => tag)).toContain('NNP');
  const own = await toolbox()({ analyse: true });
  expect(ids?.analyser).toMatch(new RegExp(`^${own.ids?.analyser} sensebench-recognizer-\\w+#[0-9a-f]{8}$`));
  writeTinyRecognizer(folder, { weight: 2 });
  expect((await toolbox()(needs)).ids?.analyser).not.toBe(ids?.analyser);
});
