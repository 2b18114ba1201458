/** BERTScore over the embedded MiniLM (fp16 weights) against bert-score with fp32 weights, on 100 CommonGen items. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../../../../test/shared.ts';
import { loadMiniLmEncoder } from '../../../../sensebench/src/nlp/embeddings/encoder.ts';
import type { MetricInput, Tools } from '../../core/index.ts';
import { createBertscore } from './bertscore.ts';

const [oraclePath, outputsPath, datasetPath] = [
  'oracles/bertscore-minilm.json',
  'oracles/commongen-dev-bart.jsonl',
  'data/commongen/dev.jsonl',
].map(sharedPath);
const TOLERANCE = 2e-3;

describe.skipIf(!oraclePath || !outputsPath || !datasetPath)('BERTScore on CommonGen', () => {
  const lines = (path: string | null) => (path ? readFileSync(path, 'utf8').split('\n').slice(0, 100) : []).map((line) => JSON.parse(line));
  it.each([
    ['layer6', { idf: false }],
    ['layer6_idf', { idf: true }],
  ])('%s', async (name, options) => {
    const { scores } = JSON.parse(readFileSync(oraclePath!, 'utf8')) as { scores: Record<string, Record<'P' | 'R' | 'F', number[]>> };
    const rows = lines(datasetPath);
    const inputs = lines(outputsPath).map(
      ({ candidate }, i): MetricInput => ({
        item: { id: String(i), input: null, references: rows[i].scene, meta: {} },
        candidate,
        tokens: { candidate: [], references: [] },
      }),
    );
    const metric = createBertscore(options);
    const tools: Tools = { tokens: (_, text) => text.split(' '), analyse: async () => [], encoder: await loadMiniLmEncoder() };
    const context = await metric.prepare!(inputs, tools);
    const stats = await Promise.all(inputs.map((input) => metric.segment(input, context)));
    const furthest = (part: 'precision' | 'recall' | 'f', theirs: number[]) =>
      Math.max(...stats.map((own, i) => Math.abs((own[part] ?? -1) - theirs[i])));
    const differences = {
      P: furthest('precision', scores[name].P),
      R: furthest('recall', scores[name].R),
      F: furthest('f', scores[name].F),
    };
    console.log(name, 'largest differences', differences);
    for (const difference of Object.values(differences)) expect(difference).toBeLessThanOrEqual(TOLERANCE);
  });
});
