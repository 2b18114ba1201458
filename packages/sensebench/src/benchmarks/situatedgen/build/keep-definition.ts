/** Drops pairs that break the task's definition (SituatedGen, section 3.1), with `definition=strict`. */

import { defineStreamStep, type ShardReaders } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { inShards, readRows, type StreamedResult } from '../../../build/steps/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { brokenRules } from '../definition.ts';
import { assembleExample } from './assemble-example.ts';
import { type MinedPair, type Partners, packPairs, unpackPairs } from './pair-table.ts';
import { openStatements } from './statement-file.ts';

interface DefinitionInput {
  statements: Statement;
  pairs: Partners;
}

/** Rows are the partners that are left. One ledger row for each pair, and one for each statement that lost its last pair by it. */
export const definitionStep = defineStreamStep({
  name: 'definition',
  version: 2,
  options: z.object({}),
  over: 'stream',
  run: (input: ShardReaders<DefinitionInput>) => inShards(keepDefinition(input)),
});

async function* keepDefinition({ statements, pairs }: ShardReaders<DefinitionInput>): AsyncGenerator<StreamedResult<Partners>> {
  const all = await openStatements(readRows(statements));
  try {
    const kept = new Uint8Array(all.length);
    /** Statements that lost a pair, in the order in which they did. */
    const left = new Set<number>();
    for await (const partners of readRows(pairs)) {
      const good: MinedPair[] = [];
      for await (const pair of unpackPairs([partners])) {
        const [first, second] = [all.at(pair.first), all.at(pair.second)];
        // The order of the keywords does not matter here, so any seed will do.
        const example = assembleExample(first, second, { ...pair, seed: 0 });
        const broken = brokenRules(example, [first.entities ?? [], second.entities ?? []]);
        if (broken.length === 0) {
          good.push(pair);
          kept[pair.first] = kept[pair.second] = 1;
          continue;
        }
        left.add(pair.first).add(pair.second);
        yield {
          drop: { step: 'definition', rule: broken[0], ids: example.ids, text: example.statement, value: broken.join('; ') },
        };
      }
      for (const row of packPairs(good)) yield { row };
    }
    for (const place of left)
      if (!kept[place]) yield { drop: { step: 'definition', rule: 'all its pairs break the definition', ids: [all.at(place).id] } };
  } finally {
    all.close();
  }
}
