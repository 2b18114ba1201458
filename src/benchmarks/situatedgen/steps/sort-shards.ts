/** Steps that compare statements are given two kinds of shards together: statements, and distinct texts with their vectors. */
import type { Shard } from '../../../core/index.ts';
import type { Statement } from '../../../statements/index.ts';

export type StatementOrText = Statement | string;

export function sortShards(shards: readonly Shard<StatementOrText>[]): { statements: Statement[]; texts: Shard<string>[] } {
  return {
    statements: shards.flatMap(({ rows }) => rows.filter((row) => typeof row !== 'string')),
    texts: shards.flatMap(({ rows, ...rest }) => {
      const texts = rows.filter((row) => typeof row === 'string');
      return texts.length > 0 ? [{ ...rest, rows: texts }] : [];
    }),
  };
}
