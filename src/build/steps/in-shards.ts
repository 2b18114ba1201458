/** Rows and drops that stream by, cut into shards: a step over all shards gives its results this way. */
import type { Json, LedgerRow, Shard } from '../../core/index.ts';
import { SHARD_ROWS } from './shard-results.ts';

/** What a step gives next. Facts come last, when all is counted. */
export type StreamedResult<Row> = { row: Row } | { drop: LedgerRow } | { facts: Json };

/** There is always a shard. */
export async function* inShards<Row>(
  results: AsyncIterable<StreamedResult<Row>> | Iterable<StreamedResult<Row>>,
): AsyncGenerator<Shard<Row>> {
  let [rows, dropped]: [Row[], LedgerRow[]] = [[], []];
  let facts: { facts?: Json } = {};
  let any = false;
  for await (const result of results) {
    if ('row' in result) rows.push(result.row);
    else if ('drop' in result) dropped.push(result.drop);
    else facts = result;
    if (rows.length < SHARD_ROWS && dropped.length < SHARD_ROWS) continue;
    yield { rows, dropped };
    any = true;
    [rows, dropped] = [[], []];
  }
  if (!any || rows.length > 0 || dropped.length > 0 || facts.facts !== undefined) yield { rows, dropped, ...facts };
}
