/** Drops pairs that break the task's definition (SituatedGen, section 3.1), with `--definition strict`. */
import { z } from 'zod';
import { defineStep, type LedgerRow, type Shard } from '../../../core/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { brokenRules } from '../definition.ts';
import { assembleExample } from './assemble-example.ts';
import { type MinedPair, type Partners, packPairs, unpackPairs } from './mine-pairs.ts';

/** One ledger row for each pair, and one for each statement that lost its last pair by it. */
export function keepDefinition(statements: readonly Statement[], pairs: readonly MinedPair[]): { rows: MinedPair[]; dropped: LedgerRow[] } {
  const rows: MinedPair[] = [];
  const dropped: LedgerRow[] = [];
  for (const pair of pairs) {
    const [first, second] = [statements[pair.first], statements[pair.second]];
    // The order of the keywords does not matter here, so any seed will do.
    const example = assembleExample(first, second, { ...pair, seed: 0 });
    const broken = brokenRules(example, [first.entities ?? [], second.entities ?? []]);
    if (broken.length === 0) rows.push(pair);
    else dropped.push({ step: 'definition', rule: broken[0], ids: example.ids, text: example.statement, value: broken.join('; ') });
  }
  const kept = new Set(rows.flatMap(({ first, second }) => [statements[first].id, statements[second].id]));
  const left = new Set(dropped.flatMap(({ ids }) => ids));
  for (const id of left) if (!kept.has(id)) dropped.push({ step: 'definition', rule: 'all its pairs break the definition', ids: [id] });
  return { rows, dropped };
}

/** Reads the statements and their partners; rows are the partners that are left. */
export const definitionStep = defineStep({
  name: 'definition',
  version: 1,
  options: z.object({}),
  over: 'all',
  run(shards: readonly Shard<Statement | Partners>[]): Shard<Partners> {
    const all = shards.flatMap((shard) => shard.rows);
    const { rows, dropped } = keepDefinition(
      all.filter((row) => 'id' in row),
      unpackPairs(all.filter((row) => 'second' in row)),
    );
    return { rows: packPairs(rows), dropped };
  },
});
