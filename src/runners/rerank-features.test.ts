import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Benchmark, Item, Tools } from '../core/index.ts';
import { RERANK_WEIGHTS, rerankOptions } from './rerank-features.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-rerank-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const conceptnet = join(folder, 'assertions.csv');
writeFileSync(conceptnet, '/a/1\t/r/CapableOf\t/c/en/dog\t/c/en/catch_frisbee\t{}\n');

const item: Item = { id: 'x', input: { concepts: ['dog', 'catch'] }, references: [], meta: {} };
const benchmark = { name: 'small', keywords: () => ['dog', 'catch'] } as unknown as Benchmark;
const tools: Tools = {
  tokens: () => [],
  analyse: async (texts) =>
    texts.map((text) => ({
      text,
      entities: [],
      tokens: text.split(' ').map((word) => ({
        text: word,
        start: 0,
        end: 0,
        tag: /^(a|the)$/i.test(word) ? 'DT' : 'NN',
        lemma: word.toLowerCase().replace(/(es|s)$/, ''),
      })),
    })),
};
const pool: Item[] = [{ ...item, references: ['A dog catches a ball', 'The dog catches a frisbee'] }];
const make = (spec: string, more = {}) =>
  rerankOptions(spec, { benchmark, pool, items: [item], conceptnet, tools: async () => tools, ...more });
const scored = async (spec: string, texts: readonly string[]) => (await make(spec)).features[0].score(item, texts);

describe('features of rerank', () => {
  it('have the usual weights or given ones', async () => {
    const { features } = await make('coverage,lm=-0.5');
    expect(features.map(({ name, weight }) => [name, weight])).toEqual([
      ['coverage', RERANK_WEIGHTS.coverage],
      ['lm', -0.5],
    ]);
  });

  it('prefer covered, likely and plausible texts', async () => {
    expect(await scored('coverage', ['A dog catches', 'A dog', 'A cat'])).toEqual([1, 0.5, 0]);
    const [known, strange] = await scored('lm', ['A dog catches a ball', 'A ball catches the a']);
    expect(known).toBeGreaterThan(strange);
    expect(await scored('conceptnet', ['A dog catches', 'A dog ball'])).toEqual([1, 0]);
  });

  it('name the file that they depend on', async () => {
    expect(Object.keys((await make('conceptnet')).depends ?? {})).toEqual(['conceptnet']);
    expect((await make('coverage')).depends).toEqual({});
  });

  it('say what is missing or unknown', async () => {
    await expect(make('spelling')).rejects.toThrow(/"spelling" is not a feature/);
    await expect(make('conceptnet', { conceptnet: undefined })).rejects.toThrow(/give it with conceptnet=FILE/);
    await expect(make('lm', { pool: [] })).rejects.toThrow(/--train/);
    await expect(make('coverage', { benchmark: { name: 'codah' } })).rejects.toThrow(/codah has none/);
  });
});
