import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenizeTreebank } from '@sensebench/metrics/internal/nlp/tokens/tokenize-treebank.ts';
import { WordInfos } from '@sensebench/metrics/internal/nlp/words/word-info.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTinyRecognizer } from '../../../../../test/tiny-recognizer.ts';
import { findOnnxRuntime } from '../embeddings/onnx-runtime.ts';
import { entitiesOf, loadOnnxRecognizer, parseLabel } from './entities-onnx.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-tokens-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => writeTinyRecognizer(folder));

describe('labels of token classifiers', () => {
  it('knows the schemes and the short names', () => {
    expect(parseLabel('B-PER')).toEqual({ part: 'B', type: 'PERSON' });
    expect(parseLabel('E-GPE')).toEqual({ part: 'L', type: 'GPE' });
    expect(parseLabel('S-EVENT')).toEqual({ part: 'U', type: 'EVENT' });
    expect(parseLabel('O').type).toBeNull();
    expect(parseLabel('B-MISC').type).toBeNull();
  });
  it('joins neighbours of one entity and parts two that touch', () => {
    const text = 'New York Paris';
    const tokens = tokenizeTreebank(text);
    const labels = ['B-GPE', 'I-GPE', 'B-GPE'].map(parseLabel);
    expect(entitiesOf({ text, tokens }, labels).map((entity) => entity.text)).toEqual(['New York', 'Paris']);
  });
});

describe.runIf((await findOnnxRuntime()) !== null)('an ONNX token classifier', () => {
  const infos = new WordInfos();
  const sentence = (text: string) => {
    const tokens = tokenizeTreebank(text);
    return { text, tokens, words: tokens.map((token) => infos.of(token.text)), tags: tokens.map(() => 'NN') };
  };
  it('finds entities with offsets into the text', async () => {
    const recognizer = await loadOnnxRecognizer(folder);
    const [found, none] = await recognizer.recognize([sentence('in New York on Monday.'), sentence('')]);
    expect(found).toEqual([
      { text: 'New York', type: 'GPE', start: 3, end: 11 },
      { text: 'Monday', type: 'DATE', start: 15, end: 21 },
    ]);
    expect(none).toEqual([]);
  });
  it('reads a text longer than the model in windows', async () => {
    const recognizer = await loadOnnxRecognizer(folder);
    const [found] = await recognizer.recognize([sentence('in New York '.repeat(20))]);
    expect(found).toHaveLength(20);
  });
});
