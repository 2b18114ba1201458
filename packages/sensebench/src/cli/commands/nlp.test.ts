import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActionContext } from '@sensebench/metrics/internal/core';
import { afterAll, describe, expect, it } from 'vitest';
import { actions } from './nlp.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-nlp-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'lines.txt');
writeFileSync(file, 'Dogs bark. Cats sleep.\n\nné 👍\n');

/** Tags every token NN, so that the shape of the lines is seen without the models. */
const context = {
  signal: new AbortController().signal,
  tools: async () => ({
    analyse: async (texts: readonly string[]) =>
      texts.map((text) => ({
        text,
        tokens: text === '' ? [] : [{ text, start: 0, end: text.length, tag: 'NN', lemma: text }],
        entities: [],
      })),
    embedder: { id: 'ones', dimensions: 2, embed: async (texts: readonly string[]) => new Float32Array(2 * texts.length).fill(1 / 3) },
  }),
} as unknown as ActionContext;

async function lines(name: string, options: object = {}): Promise<unknown[]> {
  const result = await actions[name].run(actions[name].options.parse({ file, ...options }), context);
  const out: unknown[] = [];
  for await (const line of result.lines ?? []) out.push(JSON.parse(line));
  return out;
}

describe('sensebench nlp', () => {
  it('answers each line with one, empty lines too', async () => {
    for (const name of ['tokens', 'sentences', 'tags', 'lemmas', 'entities', 'parse', 'embed']) expect(await lines(name)).toHaveLength(3);
  });

  it('writes CoNLL-U, with sentences named by their line', async () => {
    const result = await actions.parse.run(actions.parse.options.parse({ file, format: 'conllu' }), context);
    const out: string[] = [];
    for await (const line of result.lines ?? []) out.push(line);
    expect(out.filter((line) => line.startsWith('# sent_id'))).toEqual(['# sent_id = 1-1', '# sent_id = 3-1']);
    expect(out.at(-1)).toBe('');
  });

  it('refuses a line whose tokens would fill the memory', async () => {
    const long = join(folder, 'long.txt');
    writeFileSync(long, `a\n${'['.repeat(1_000_001)}\n`);
    await expect(lines('tags', { file: long })).rejects.toThrow(/long\.txt:2: the line has more than 1000000 characters/);
  });

  it('gives tokens and sentences with offsets', async () => {
    expect((await lines('tokens'))[2]).toEqual({
      text: 'né 👍',
      tokens: [
        { text: 'né', start: 0, end: 2 },
        { text: '👍', start: 3, end: 5 },
      ],
    });
    expect((await lines('sentences'))[0]).toEqual({
      text: 'Dogs bark. Cats sleep.',
      sentences: [
        { text: 'Dogs bark.', start: 0, end: 10 },
        { text: 'Cats sleep.', start: 11, end: 22 },
      ],
    });
    expect((await lines('tags'))[1]).toEqual({ text: '', tokens: [] });
  });

  it('rounds embeddings', async () => {
    expect((await lines('embed', { digits: 3 }))[0]).toMatchObject({ embedding: [0.333, 0.333] });
  });
});
