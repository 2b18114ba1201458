import { createRandom } from '@sensebench/metrics/internal/core';
import { score } from '@sensebench/metrics/internal/metrics';
import { loadWordNet } from '@sensebench/metrics/internal/nlp/words/wordnet.ts';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../../../../test/shared.ts';
import { loadAnalyser } from '../../nlp/analysis/analyser.ts';
import { guessPair, situatedGen } from './benchmark.ts';
import { readItems, type SituatedGenItem } from './item.ts';
import { outputSentences } from './metrics/output-sentences.ts';

const dev = sharedPath('data/situatedgen/dev.jsonl');
const train = sharedPath('data/situatedgen/train.jsonl');

async function read(path: string): Promise<SituatedGenItem[]> {
  const items: SituatedGenItem[] = [];
  for await (const item of readItems(path)) items.push(item);
  return items;
}

async function run(items: readonly SituatedGenItem[], predictions: (string | string[])[], metrics: string[]) {
  const { analyse } = await loadAnalyser();
  const tools = { tokens: () => [], analyse, wordnet: await loadWordNet() };
  const completed = (await situatedGen.complete?.(items, async () => tools)) ?? items;
  const { ownMetrics, keywords, exchanged, breakdowns } = situatedGen;
  return score({ items: completed, predictions, metrics, ownMetrics, keywords, exchanged, breakdowns, tools });
}

const gold = (items: readonly SituatedGenItem[]) => items.map(({ meta }) => [...meta.statements]);
const exchanged = (items: readonly SituatedGenItem[]) => items.map(({ meta }) => meta.statements.toReversed());

describe.skipIf(!dev || !train)('the released SituatedGen, as it is', () => {
  it('is cut into its two sentences where a stop is between them: all but 14 rows of dev', async () => {
    for (const [path, rows, missed] of [
      [dev, 1407, 14],
      [train, 5641, 0],
    ] as const) {
      const items = await read(path ?? '');
      expect(items).toHaveLength(rows);
      const wrong = items.filter((item) => {
        const { first, second, count } = outputSentences({ item, candidate: item.references[0] });
        const cut = [first, second].map(({ text, start, end }) => text.slice(start, end));
        return count !== 2 || cut[0] !== item.meta.statements[0].trim() || !cut[1].startsWith(item.meta.statements[1].trim());
      });
      expect(wrong).toHaveLength(missed);
    }
  });

  it('gives MATCH and the strict MATCH 1 for gold as lists in either order, with GEO and TEMP rows', { timeout: 600_000 }, async () => {
    for (const path of [dev, train]) {
      const items = await read(path ?? '');
      for (const predictions of [gold(items), exchanged(items)]) {
        const { corpus, breakdowns } = await run(items, predictions, ['match', 'matchStrict', 'coverage']);
        expect(corpus).toEqual({ match: 1, matchStrict: 1, coverage: 1 });
        expect(breakdowns?.context.GEO.items).toBeGreaterThan(1000);
        expect(breakdowns?.context.TEMP.items).toBeGreaterThan(50);
      }
    }
  });

  it('gives 100 without regard to order for gold in either order', { timeout: 600_000 }, async () => {
    const items = await read(dev ?? '');
    const bases = ['bleu4', 'rougeL', 'meteor', 'cider'];
    const names = bases.map((base) => `${base}Unordered`);
    const [there, back] = [await run(items, gold(items), [...bases, ...names]), await run(items, exchanged(items), [...bases, ...names])];
    for (const base of bases) {
      expect(back.corpus[`${base}Unordered`]).toBeCloseTo(there.corpus[base] as number, 8);
      expect(there.corpus[base]).toBeCloseTo(base === 'cider' ? 10 : 1, 3);
      expect(back.corpus[base]).toBeLessThan(there.corpus[base] as number);
    }
  });

  it('gives nonsense nothing: all keywords twice below 0, halves of shuffled keywords about 0', { timeout: 600_000 }, async () => {
    const items = await read(dev ?? '');
    const all = items.map(({ input }) => [`${input.keywords.join(' ')}.`, `${input.keywords.join(' ')}.`]);
    const twice = await run(items, all, ['match', 'matchStrict']);
    expect(twice.corpus.match).toBe(1);
    expect(twice.corpus.matchStrict).toBeLessThan(-1);
    const halves = items.map(({ id, input }) => guessPair(input.keywords, createRandom(`17/${id}`)));
    const { corpus, chance, perItem } = await run(items, halves, ['match', 'matchStrict']);
    const mean = corpus.matchStrict as number;
    const values = perItem.map(({ matchStrict }) => matchStrict as number);
    const error = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0)) / values.length;
    expect(Math.abs(mean)).toBeLessThan(1.96 * error);
    expect(Math.abs((corpus.match as number) - (chance?.match ?? 0))).toBeLessThan(0.015);
  });
});
