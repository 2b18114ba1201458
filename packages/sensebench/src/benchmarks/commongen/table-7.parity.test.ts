import type { Tools } from '@sensebench/metrics/internal/core';
import { score } from '@sensebench/metrics/internal/metrics';
import { tokenizeCoco } from '@sensebench/metrics/internal/nlp/tokens/tokenize-coco.ts';
import { tokenizeTreebank } from '@sensebench/metrics/internal/nlp/tokens/tokenize-treebank.ts';
import { loadWordNet } from '@sensebench/metrics/internal/nlp/words/wordnet.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sharedPath } from '../../../../../test/shared.ts';
import { readJsonl } from '../../files/index.ts';
import { loadAnalyser } from '../../nlp/analysis/analyser.ts';
import { commonGen } from './benchmark.ts';
import { type CommonGenItem, readItems } from './item.ts';
import { PUBLISHED } from './published.ts';

const tokens: Tools['tokens'] = (kind, text) => (kind === 'coco' ? tokenizeCoco(text) : tokenizeTreebank(text).map((token) => token.text));
const dev = sharedPath('data/commongen/dev.jsonl');
const outputs = sharedPath('oracles/commongen-dev-bart.jsonl');

/**
 * How far each column may be from the printed one, in the fractions of our scores (CIDEr as it is printed divided by ten).
 * The paper's evaluator tokenizes with spaCy and the released output need not be the file that was scored: the original tools
 * themselves give BLEU-4 28.04, CIDEr 14.84 and SPICE 29.85 on it. METEOR here has no paraphrase table.
 */
const TOLERANCE: Readonly<Record<string, number>> = {
  rouge2StemMean: 0.004,
  rougeLStemMean: 0.005,
  bleu3: 0.008,
  bleu4: 0.007,
  meteor: 0.004,
  cider: 0.08,
  spice: 0.012,
  coverageCommonGen: 0.007,
};

describe.skipIf(!dev || !outputs)("the paper's Table 7", () => {
  it("has BART's row for its released output on dev", async () => {
    const items: CommonGenItem[] = [];
    for await (const item of readItems(dev ?? '')) items.push(item);
    const predictions: string[] = [];
    for await (const { value } of readJsonl(outputs ?? '', z.looseObject({ candidate: z.string() }))) predictions.push(value.candidate);
    const tools = { tokens, analyse: (await loadAnalyser()).analyse, wordnet: await loadWordNet() };
    const { corpus } = await score({
      items,
      predictions,
      metrics: [...commonGen.metrics],
      ownMetrics: commonGen.ownMetrics,
      keywords: commonGen.keywords,
      tools,
      benchmark: 'commongen',
      version: '0.0.0',
    });
    const printed = PUBLISHED.find(({ system, split }) => system === 'BART' && split === 'dev')?.scores ?? {};
    expect(Object.keys(printed).sort()).toEqual(Object.keys(TOLERANCE).sort());
    const far = Object.entries(printed).filter(
      ([metric, value]) => !(Math.abs((corpus[metric] ?? Number.NaN) - value) <= TOLERANCE[metric]),
    );
    expect(far.map(([metric, value]) => ({ metric, value, ours: corpus[metric] }))).toEqual([]);
  });
});
