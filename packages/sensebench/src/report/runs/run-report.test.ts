import type { Item } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../../files/index.ts';
import { renderRunReport } from './run-report.ts';

function pageOf(count: number): string {
  const items = Array.from({ length: count }, (_, i): Item => ({ id: `${i}`, input: '', references: [], meta: {} }));
  const predictions = new Map(items.map(({ id }) => [id, { id, prediction: '', raw: '', repeat: 0, order: 0, examples: [], ms: 0 }]));
  const scores: EvaluatedRun['scores'] = { benchmark: 'a', items: count, corpus: { bleu4: 0.5 }, signatures: {}, perItem: [] };
  const manifest: EvaluatedRun['manifest'] = {
    benchmark: 'a',
    runner: 'keywords',
    prompt: { name: 'none', sha256: '0' },
    dataset: { name: 'dev.jsonl', sha256: '0', items: count },
    options: {},
    seed: 1,
    versions: {},
  };
  const totals = { answers: count, inputTokens: 0, outputTokens: 0, cost: 0, medianMs: null };
  const run: EvaluatedRun = { name: 'run', manifest, scores, predictions, totals, evidence: new Map() };
  return renderRunReport({ benchmark: { name: 'a', title: 'A', published: [], breakdowns: {} }, items, runs: [run] });
}

describe('the page of a run', () => {
  it('says when it shows only the first items', () => {
    expect(pageOf(50_001)).toContain('The first 50,000 of 50,001 items; predictions.jsonl and scores.json have all of them.');
    expect(pageOf(50_000)).not.toContain('The first 50,000');
  });
});
