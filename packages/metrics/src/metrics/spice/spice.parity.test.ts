/** SPICE against SPICE 1.0 on the 993 CommonGen dev items: tuples to scores exactly, and captions to scores through our own parser. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../../../../test/shared.ts';
import type { MetricInput, Tools } from '../../core/index.ts';
import { loadWordNet } from '../../nlp/words/wordnet.ts';
import { pearson } from '../agreement/correlation.ts';
import { CATEGORIES, matchTuples, tupleScores } from './match-tuples.ts';
import { type Concept, mergeConcept } from './scene-graph.ts';
import { createSpice } from './spice.ts';

const spice = createSpice();

interface OracleScores {
  tp: number;
  fp: number;
  fn: number;
  f: number | null;
}

interface OracleItem {
  spice: Record<string, OracleScores>;
  candidate_tuples: string[][];
  reference_tuples: string[][];
}

const captionsPath = sharedPath('oracles/commongen-dev-bart.jsonl');
const oraclePath = sharedPath('oracles/commongen-dev-bart-spice.jsonl');
const rowsOf = <T>(path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

describe.skipIf(captionsPath === null || oraclePath === null)('SPICE on 993 CommonGen items', () => {
  const oracle = rowsOf<OracleItem>(oraclePath ?? '');
  const inputs = rowsOf<{ id: number; ptb_candidate: string; ptb_references: string[] }>(captionsPath ?? '').map(
    (row): MetricInput => ({
      item: { id: String(row.id), input: null, references: row.ptb_references, meta: {} },
      candidate: row.ptb_candidate,
      tokens: {
        candidate: row.ptb_candidate.split(' ').filter(Boolean),
        references: row.ptb_references.map((text) => text.split(' ').filter(Boolean)),
      },
    }),
  );
  const context = loadWordNet().then((wordnet) => spice.prepare?.(inputs, { wordnet } as unknown as Tools));

  it("gives the original's counts in every category from its own tuples", async () => {
    const { conceptOf } = (await context) ?? {};
    const conceptsOf = (tuple: string[]): Concept[] =>
      tuple.map((name) => {
        const [first, ...rest] = name.split('/').map((word) => conceptOf?.(word) as Concept);
        for (const other of rest) mergeConcept(first, other);
        return first;
      });
    for (const { spice: scores, candidate_tuples, reference_tuples } of oracle) {
      const candidate = candidate_tuples.map(conceptsOf);
      const reference = reference_tuples.map(conceptsOf);
      expect(tupleScores(matchTuples(candidate, reference)).f).toBeCloseTo(scores.All.f ?? 0, 9);
      for (const [name, belongs] of Object.entries(CATEGORIES)) {
        const counts = matchTuples(candidate.filter(belongs), reference.filter(belongs));
        const { tp, fp, fn } = scores[name[0].toUpperCase() + name.slice(1)];
        expect(counts).toEqual({ matched: tp, candidate: tp + fp, reference: tp + fn });
      }
    }
  });

  it('comes close from the captions alone', async () => {
    const ready = await context;
    if (ready === undefined) throw new Error('no context');
    const ours: number[] = [];
    const theirs: number[] = [];
    const shared = new Map<string, { both: number; all: number }>();
    for (const [i, input] of inputs.entries()) {
      const stats = await spice.segment(input, ready);
      ours.push(tupleScores(stats.all).f);
      theirs.push(oracle[i].spice.All.f ?? 0);
      count(
        shared,
        stats.candidate.map(({ tuple }) => tuple),
        oracle[i].candidate_tuples,
      );
      count(shared, stats.reference, oracle[i].reference_tuples);
    }
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const r = pearson(ours, theirs);
    console.log(`SPICE ${mean(ours).toFixed(4)}, original ${mean(theirs).toFixed(4)}, Pearson r ${r?.toFixed(4)} over items`);
    for (const [name, { both, all }] of shared) console.log(`${name} tuples: F1 ${((2 * both) / all).toFixed(4)}`);
    expect(r).toBeGreaterThan(0.945);
    expect(Math.abs(mean(ours) - mean(theirs))).toBeLessThan(0.003);
  });
});

const nameOfLength = ['', 'object', 'attribute', 'relation'];

function count(shared: Map<string, { both: number; all: number }>, ours: string[][], theirs: string[][]): void {
  const key = (tuple: string[]) => tuple.map((name) => name.split('/').sort().join('/')).join(' | ');
  const known = new Set(theirs.map(key));
  for (const tuple of [...ours, ...theirs]) {
    const name = nameOfLength[tuple.length];
    const entry = shared.get(name) ?? { both: 0, all: 0 };
    entry.all++;
    shared.set(name, entry);
  }
  for (const tuple of ours) {
    const entry = shared.get(nameOfLength[tuple.length]);
    if (entry !== undefined && known.has(key(tuple))) entry.both++;
  }
}
