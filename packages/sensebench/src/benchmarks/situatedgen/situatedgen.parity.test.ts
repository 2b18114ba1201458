import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActionContext } from '@sensebench/metrics/internal/core';
import { loadWordNet } from '@sensebench/metrics/internal/nlp/words/wordnet.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { figuresOf, written, wrongFigures } from '../../../../../test/coverage-page.ts';
import { quietContext } from '../../../../../test/quiet-context.ts';
import { sharedPath } from '../../../../../test/shared.ts';
import { loadAnalyser } from '../../nlp/analysis/analyser.ts';
import { loadMiniLm } from '../../nlp/embeddings/embed-minilm.ts';
import { parseSourceSpec } from '../../statements/sources/index.ts';
import { readSources } from '../../statements/sources/read-sources.ts';
import { build } from './commands/build.ts';
import { stats } from './commands/stats.ts';
import type { PairComparison } from './dataset/compare-pairs.ts';
import { situatedGenExampleSchema } from './row.ts';

const folder = mkdtempSync(join(tmpdir(), 'parity-'));
afterAll(() => rmSync(folder, { recursive: true }));

const data = sharedPath('data/situatedgen/train.jsonl')?.replace(/train\.jsonl$/, '');
const statements = ['creak', 'strategyqa', 'commonsenseqa'].map((source) => `${data}statements/${source}.jsonl`);
const released = [`${data}train.jsonl`, `${data}dev.jsonl`];

function context(): ActionContext {
  return quietContext({
    tools: async () => {
      const { analyse } = await loadAnalyser();
      const ids = { analyser: 'shipped', embedder: 'MiniLM', wordnet: 'shipped' };
      return { tokens: () => [], analyse, embedder: await loadMiniLm(), wordnet: await loadWordNet(), ids };
    },
  });
}

describe.skipIf(!data)('the released SituatedGen', () => {
  it('gives Tables 1 and 2 of the paper', async () => {
    const { json } = await stats.run(stats.options.parse({ dataset: released, statements, model: false }), context());
    expect(json).toMatchObject({
      splits: {
        train: { examples: 5641, uniqueSentences: 788, uniqueKeywords: 1847 },
        dev: { examples: 1407, uniqueSentences: 309, uniqueKeywords: 725 },
      },
      sources: {
        creak: { GEO: 868, TEMP: 552, BOTH: 153 },
        strategyqa: { GEO: 501, TEMP: 366, BOTH: 86 },
        commonsenseqa: { GEO: 487, TEMP: 215, BOTH: 12 },
      },
      sharedStatements: 0,
      total: { examples: 7048, uniqueSentences: 1097 },
      sourcesTotal: { sentences: null, GEO: 1856, TEMP: 1133, BOTH: 251, valid: 3240 },
    });
    expect(json).toHaveProperty('splits.dev.unseen', {
      keywords: { unique: 725, unseen: 460 },
      plainKeywords: { unique: 655, unseen: 373 },
      keywordPairs: { unique: 1470, unseen: 1391 },
      combinations: { unique: 306, unseen: 306 },
      inputs: { unique: 1399, unseen: 1399 },
      examples: { keywords: 1295, combinations: 112, none: 0 },
    });
    const { splits } = json as { splits: Record<string, { keywordsPerExample: number; tokensPerExample: number }> };
    expect([splits.train, splits.dev].map(({ keywordsPerExample }) => keywordsPerExample.toFixed(2))).toEqual(['7.34', '6.96']);
    expect([splits.train, splits.dev].map(({ tokensPerExample }) => tokensPerExample.toFixed(2))).toEqual(['20.89', '24.08']);
  });

  it('is read and written without loss', () => {
    for (const line of readFileSync(released[1], 'utf8').trim().split('\n')) {
      // The released files escape slashes and letters beyond ASCII, which JSON does not need.
      expect(JSON.stringify(situatedGenExampleSchema.parse(JSON.parse(line)))).toBe(JSON.stringify(JSON.parse(line)));
    }
  });

  it('is found again: 98% with its keywords, 78% with our nouns', { timeout: 600_000 }, async () => {
    const run = async (out: string, options: Record<string, unknown>) => {
      const parsed = build.options.parse({
        statements,
        pairs: 'paper',
        entities: 'given',
        compare: released,
        out: join(folder, out),
        ...options,
      });
      const { json } = await build.run(parsed, context());
      return (json as { comparison: PairComparison }).comparison;
    };
    const percent = (share: number | null) => `${written(100 * (share ?? Number.NaN), 1)}%`;
    /** What docs/coverage.md says of it. */
    const shown: Record<string, string[]> = {
      'similar masked statements': [],
      'pairs mined': [],
      'mined pairs inside a released community': [],
      'where the other mined pairs come from': [],
    };
    for (const mining of ['exhaustive', 'paraphrase-mining']) {
      const named = await run(mining, {
        step: [`keywords(keywords-from=${JSON.stringify(released)})`, `mine(mining=${mining})`],
        pairs: 'paper',
      });
      expect(named.given).toBe(5922);
      expect(named.share).toBeGreaterThanOrEqual(0.98);
      // The release has all pairs inside its communities and none between them.
      const { insideCommunity, betweenCommunities, betweenSplits, oneReleased, noneReleased } = named.minedPlaces;
      const surplus = insideCommunity / 5922 - 1;
      expect(Math.abs(surplus)).toBeLessThan(0.03);
      const all = insideCommunity + betweenCommunities + betweenSplits + oneReleased + noneReleased;
      const sign = surplus > 0 ? '+' : '';
      shown['pairs mined'].push(`${written(all)} ${mining}`);
      shown['mined pairs inside a released community'].push(
        `${written(insideCommunity)} (${sign}${written(100 * surplus, 1)}%) ${mining}`,
        `${percent(named.share)}`,
      );
      if (mining === 'exhaustive')
        shown['where the other mined pairs come from'].push(
          `${betweenCommunities} between communities of a split, ${betweenSplits} between train and dev`,
          `${written(oneReleased)} with one released statement, ${written(noneReleased)} with none`,
        );
    }
    const nouns = await run('nouns', {});
    expect(nouns.share).toBeGreaterThanOrEqual(0.78);
    shown['similar masked statements'].push(`${percent(nouns.share)} with our nouns`);
    expect(wrongFigures(figuresOf('SituatedGen', 'ours', shown))).toEqual([]);
  });
});

describe.skipIf(!data)('the raw corpora', () => {
  it('have as many facts as Table 1 counts', async () => {
    const specs = ['openbook', 'crowdsourced-facts'].map((name) =>
      parseSourceSpec(`openbookqa=${sharedPath(`data/openbookqa/${name}.txt`)}`),
    );
    const { sentences, rows } = await readSources(specs);
    expect(sentences).toEqual({ openbookqa: 6493 });
    expect(rows).toHaveLength(6492);
  });
});
