import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../scores/index.ts';
import { renderRunReport } from './run-report.ts';

function pageOf(items: number): string {
  const scores: EvaluatedRun['scores'] = { benchmark: 'a', items, corpus: { bleu4: 0.5 }, signatures: {}, perItem: [] };
  const manifest: EvaluatedRun['manifest'] = {
    benchmark: 'a',
    runner: 'keywords',
    prompt: { name: 'none', sha256: '0' },
    dataset: { name: 'dev.jsonl', sha256: '0', items },
    options: {},
    seed: 1,
    versions: {},
  };
  const totals = { answers: items, inputTokens: 0, outputTokens: 0, cost: 0, medianMs: null };
  const run: EvaluatedRun = { name: 'run', manifest, scores, predictions: new Map(), totals, evidence: new Map() };
  return renderRunReport({ benchmark: { name: 'a', title: 'A', published: [], breakdowns: {} }, items: [], runs: [run] });
}

describe('the page of a run', () => {
  it('says when it shows only the first items', () => {
    expect(pageOf(20_001)).toContain('The first 20,000 of 20,001 items; predictions.jsonl and scores.json have all of them.');
    expect(pageOf(20_000)).not.toContain('The first 20,000');
  });
});
