/** Votes between two systems at a time (set, annotator, first, second, winner), read as rankings of all systems of an item. */
import { z } from 'zod';
import type { InputErrorPlace, PlacedDecision } from '../core/index.ts';
import { parseWith } from '../files/index.ts';
import type { CompareValue, Places } from './compare-places.ts';
import { isTable, readRawRows, recordToDecision, toDecision } from './decision-row.ts';

const voteSchema = z
  .object({
    item: z.string().min(1).optional(),
    /** The older name of `item`. */
    set: z.string().min(1).optional(),
    annotator: z.string().min(1),
    first: z.string().min(1),
    second: z.string().min(1),
    /** Which of the two is better. */
    winner: z.enum(['first', 'second', 'tie']),
  })
  .transform(({ item, set, ...rest }) => ({ ...rest, item: item ?? set }))
  .refine(({ item }) => item !== undefined, { message: 'names no item' });

interface Votes {
  item: string;
  annotator: string;
  /** The last vote on two systems in one order counts. */
  orders: Map<string, { shown: readonly string[]; places: Places }>;
  place: InputErrorPlace;
}

/** Lines that are votes become one decision an item and annotator, after all other lines. */
export async function* readVotes(path: string, task: string): AsyncGenerator<PlacedDecision> {
  const votes = new Map<string, Votes>();
  const table = isTable(path);
  for await (const { row, place } of readRawRows(path)) {
    if (typeof row !== 'object' || row === null || !('winner' in row)) {
      yield table ? recordToDecision(row, task, place) : toDecision(row, place);
      continue;
    }
    const { item = '', annotator, first, second, winner } = parseWith(voteSchema, row, place);
    const key = JSON.stringify([annotator, item]);
    const own = votes.get(key) ?? { item, annotator, orders: new Map(), place };
    const places = { [first]: winner === 'second' ? 2 : 1, [second]: winner === 'first' ? 2 : 1 };
    own.orders.set(JSON.stringify([first, second]), { shown: [first, second], places });
    votes.set(key, own);
  }
  for (const { item, annotator, orders, place } of votes.values())
    yield { task, item, annotator, value: rankByWins([...orders.values()]), place };
}

/** A system's place is one more than the number of systems with more wins; a tie is half a win. */
function rankByWins(orders: NonNullable<CompareValue['orders']>): CompareValue {
  const wins = new Map<string, number>();
  for (const { places } of orders) {
    const best = Math.min(...Object.values(places));
    const winners = Object.values(places).filter((place) => place === best).length;
    for (const [system, place] of Object.entries(places)) wins.set(system, (wins.get(system) ?? 0) + (place === best ? 1 / winners : 0));
  }
  const places = [...wins].map(([system, own]) => [system, 1 + [...wins.values()].filter((other) => other > own).length]);
  return { places: Object.fromEntries(places), orders };
}
