/** Keeps the mined pairs that the strict rules call a contrast (SituatedGen, Table 6), each with its contrast score. */
import { z } from 'zod';
import { defineStep, type LedgerRow, type Shard } from '../../../core/index.ts';
import type { Statement } from '../../../statements/index.ts';
import type { Frame } from '../pairs/frame.ts';
import { createStrictJudge, frameStatement, STRICT_RULES, type StrictRule } from '../pairs/strict-rules.ts';
import { type MinedPair, type Partners, packPairs, unpackPairs } from './mine-pairs.ts';

interface ContrastResult {
  rows: MinedPair[];
  /** A row for each statement that lost its last pair, with the rule that refused the most similar one. */
  dropped: LedgerRow[];
  /** Refused pairs by rule: too many to list, counted. */
  refused: Record<StrictRule, number>;
}

function contrastPairs(
  statements: readonly Statement[],
  frames: readonly Frame[],
  pairs: readonly MinedPair[],
  { without }: { without: readonly StrictRule[] },
): ContrastResult {
  const judge = createStrictJudge(
    statements.map(({ text }) => text),
    { without },
  );
  const framed = statements.map(({ text }, i) => frameStatement(text, frames[i]));
  const refused = Object.fromEntries(STRICT_RULES.map((rule) => [rule, 0])) as Record<StrictRule, number>;
  const rows: MinedPair[] = [];
  const kept = new Set<number>();
  const lostBy = new Map<number, { rule: StrictRule; value?: string; similarity: number }>();
  for (const pair of pairs) {
    const verdict = judge(framed[pair.first], framed[pair.second]);
    if (!('rule' in verdict)) {
      rows.push({ ...pair, contrast: verdict.contrast });
      kept.add(pair.first).add(pair.second);
      continue;
    }
    refused[verdict.rule]++;
    for (const index of [pair.first, pair.second])
      if (pair.similarity > (lostBy.get(index)?.similarity ?? -1)) lostBy.set(index, { ...verdict, similarity: pair.similarity });
  }
  const dropped = [...lostBy]
    .filter(([index]) => !kept.has(index))
    .sort(([a], [b]) => a - b)
    .map(([index, { rule, value }]): LedgerRow => {
      const { id, text } = statements[index];
      return { step: 'contrast', rule, ids: [id], text, ...(value ? { value } : {}) };
    });
  return { rows, dropped, refused };
}

/** Reads the statements, their frames and their partners. Rows are the partners that are left; `facts` counts refused pairs by rule. */
export const contrastStep = defineStep({
  name: 'contrast',
  version: 1,
  options: z.object({ without: z.array(z.enum(STRICT_RULES)) }),
  over: 'all',
  run(shards: readonly Shard<Statement | Frame | Partners>[], options): Shard<Partners> {
    const rows = shards.flatMap((shard) => shard.rows);
    const statements = rows.filter((row): row is Statement => 'id' in row);
    const frames = rows.filter((row): row is Frame => 'skeleton' in row);
    const pairs = unpackPairs(rows.filter((row): row is Partners => 'second' in row));
    const { rows: kept, dropped, refused } = contrastPairs(statements, frames, pairs, options);
    return { rows: packPairs(kept), dropped, facts: refused };
  },
});
