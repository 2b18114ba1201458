import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { sharedPath } from '../../test/shared.ts';
import { evaluateModels, formatModelScores } from './evaluate-models.ts';

/** What the shipped models must reach, from npm alone. Speed and loading are told, not asserted: they depend on the machine's load. */
const statements = ['creak', 'strategyqa', 'commonsenseqa'].map((name) => sharedPath(`data/situatedgen/statements/${name}.jsonl`));
const treebank = sharedPath('data/ud-ewt/dev.conllu.gz');
const read = async (path: string) => (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString('utf8');
const here = treebank !== null && statements.every((path) => path !== null);

it.runIf(here)(
  'reaches the floors on the released statements and on EWT dev',
  async () => {
    const scores = await evaluateModels({
      read,
      statements: statements.filter((path) => path !== null),
      treebank: treebank ?? undefined,
    });
    console.log(formatModelScores(scores));
    const f1 = (type: string) => scores.entities?.[type].f1 ?? 0;
    expect(f1('micro')).toBeGreaterThanOrEqual(0.87);
    expect(f1('GPE')).toBeGreaterThanOrEqual(0.915);
    expect(f1('DATE')).toBeGreaterThanOrEqual(0.805);
    expect(f1('TIME')).toBeGreaterThanOrEqual(0.69);
    expect(f1('EVENT')).toBeGreaterThanOrEqual(0.755);
    expect(scores.treebank?.tags).toBeGreaterThanOrEqual(0.945);
    expect(scores.treebank?.lemmas).toBeGreaterThanOrEqual(0.97);
    expect(scores.treebank?.uas).toBeGreaterThanOrEqual(0.84);
    expect(scores.treebank?.las).toBeGreaterThanOrEqual(0.81);
  },
  600_000,
);

it.runIf(here)(
  'finds more entities of the released statements with the deep models',
  async () => {
    const scores = await evaluateModels({ read, statements: statements.filter((path) => path !== null), deep: true });
    console.log(formatModelScores(scores));
    const f1 = (type: string) => scores.entities?.[type].f1 ?? 0;
    expect(f1('micro')).toBeGreaterThanOrEqual(0.875);
    expect(f1('GPE')).toBeGreaterThanOrEqual(0.92);
    expect(f1('DATE')).toBeGreaterThanOrEqual(0.815);
    expect(f1('TIME')).toBeGreaterThanOrEqual(0.7);
    expect(f1('EVENT')).toBeGreaterThanOrEqual(0.75);
  },
  600_000,
);
