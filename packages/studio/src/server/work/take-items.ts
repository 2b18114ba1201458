/** Leases the next items to an annotator, by the database clock: current leases first, then the qualification round or the queue. */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { StoreRefusal } from '../store/refusal.ts';
import { isId, json, parseRow, parseRows, time } from '../store/rows.ts';
import { type Sql, type Transaction, transact } from '../store/transact.ts';
import { STUDY_STATES } from '../studies/study-queries.ts';
import { queueSettingsSchema } from '../studies/study-settings.ts';
import { pickGold, pickQualification, pickWork, releaseLapsed } from './pick-item.ts';
import { openAttempt } from './qualification.ts';

const leasedSchema = z.object({
  item: z.string(),
  lease: z.string(),
  expires: time,
  group: z.string().nullable(),
  shown: json,
  /** Annotators must not learn that an item is gold. */
  stage: z.enum(['work', 'gold', 'qualification']),
  /** The id in the dataset; annotators must not see it. */
  name: z.string(),
  /** The position among the items of the study. */
  position: z.number(),
});
export type LeasedItem = z.infer<typeof leasedSchema>;

const workerSchema = z.object({
  study: z.string(),
  settings: queueSettingsSchema,
  state: z.enum(STUDY_STATES),
  role: z.string(),
  given: z.number(),
  lastGroup: z.string().nullable(),
  qualified: z.enum(['none', 'passed', 'failed']),
  excluded: z.boolean(),
  withdrawn: z.boolean(),
  /** Some leases of the study have expired, so their slots can be freed. */
  lapsed: z.boolean(),
});
type Worker = z.infer<typeof workerSchema>;

export interface Taken {
  items: LeasedItem[];
  /** Renewed leases of the items in `holding`; missing ones have expired. */
  renewed: { item: string; expires: string }[];
  /** Why no items are returned, unless the queue is simply empty. */
  state: 'working' | 'paused' | 'excluded' | 'withdrawn' | 'failed';
}

export interface TakeRequest {
  person: string;
  /** Items that the page already has; their leases are renewed. */
  holding?: readonly string[];
  want?: number;
}

export async function takeItems(sql: Sql, { person, holding = [], want = 2 }: TakeRequest): Promise<Taken> {
  const heldIds = holding.filter(isId);
  return transact(sql, async (tx) => {
    const worker = await readWorker(tx, person);
    const state = stateOf(worker);
    if (state !== 'working') return { items: [], renewed: [], state };
    const leases = await renewOwn(tx, { person, minutes: worker.settings.leaseMinutes });
    const renewed = leases.filter(({ item }) => heldIds.includes(item)).map(({ item, expires }) => ({ item, expires }));
    const items = leases.filter(({ item }) => !heldIds.includes(item)).slice(0, want);
    if (worker.lapsed && items.length < want) await releaseLapsed(tx, worker.study);
    let at = worker;
    while (items.length < want) {
      const next = await leaseNext(tx, { person, worker: at });
      if (!next) break;
      items.push(next);
      at = {
        ...at,
        given: at.given + (next.stage === 'qualification' ? 0 : 1),
        lastGroup: next.stage === 'work' ? next.group : at.lastGroup,
      };
    }
    const failed =
      items.length === 0 && renewed.length === 0 && (await tx`select from people where id = ${person} and qualified = 'failed'`).length > 0;
    return { items, renewed, state: failed ? 'failed' : 'working' };
  });
}

/** Locks the person's row, so that two tabs take items one after the other. */
async function readWorker(tx: Transaction, person: string): Promise<Worker> {
  const worker = isId(person)
    ? parseRow(
        workerSchema,
        await tx`
          select p.study, s.settings, s.state, p.role, p.given, p.last_group as "lastGroup", p.qualified,
            p.excluded is not null as excluded, p.withdrawn is not null as withdrawn,
            exists (select from leases l where l.study = p.study and l.held and l.expires <= clock_timestamp()) as lapsed
          from people p join studies s on s.id = p.study where p.id = ${person} for no key update of p`,
      )
    : null;
  if (worker?.role !== 'annotator') throw new StoreRefusal('forbidden', 'only annotators of a study can take items');
  return worker;
}

function stateOf({ state, qualified, excluded, withdrawn }: Worker): Taken['state'] {
  if (withdrawn) return 'withdrawn';
  if (excluded) return 'excluded';
  if (state !== 'open') return 'paused';
  return qualified === 'failed' ? 'failed' : 'working';
}

/** The annotator's leases, in the order of taking. Any request from the annotator renews all of them. */
async function renewOwn(tx: Transaction, { person, minutes }: { person: string; minutes: number }): Promise<LeasedItem[]> {
  const rows = await tx`
    with own as (
      update leases set expires = clock_timestamp() + ${minutes}::float8 * interval '1 minute'
      where person = ${person} and held returning item, token, expires, stage, taken)
    select own.item, own.token as lease, own.expires, items."group", items.shown, own.stage, items.name, items.position
    from own join items on items.id = own.item order by own.taken, own.token`;
  return parseRows(leasedSchema, rows);
}

async function leaseNext(tx: Transaction, { person, worker }: { person: string; worker: Worker }): Promise<LeasedItem | null> {
  const { study, settings } = worker;
  if (settings.qualification && worker.qualified === 'none') {
    const attempt = await openAttempt(tx, { person, study, round: settings.qualification });
    const item = attempt && (await pickQualification(tx, { person, study, attempt: attempt.attempt, size: attempt.size }));
    return item ? lease(tx, { person, worker, item, stage: 'qualification', attempt: attempt.attempt }) : null;
  }
  const work = await pickWork(tx, { person, study, order: settings.order, group: worker.lastGroup });
  // Gold items are never given out on their own.
  if (!work) return null;
  if (isGoldTurn({ person, given: worker.given, rate: settings.goldRate })) {
    const gold = await pickGold(tx, { person, study });
    if (gold) return lease(tx, { person, worker, item: gold, stage: 'gold', attempt: null });
  }
  return lease(tx, { person, worker, item: work, stage: 'work', attempt: null });
}

async function lease(
  tx: Transaction,
  {
    person,
    worker,
    item,
    stage,
    attempt,
  }: { person: string; worker: Worker; item: string; stage: LeasedItem['stage']; attempt: number | null },
): Promise<LeasedItem> {
  const rows = await tx`
    with leased as (
      insert into leases (token, study, item, person, stage, attempt, expires)
      values (gen_random_uuid(), ${worker.study}, ${item}, ${person}, ${stage}, ${attempt},
        clock_timestamp() + ${worker.settings.leaseMinutes}::float8 * interval '1 minute')
      on conflict (item, person) do update set token = excluded.token, stage = excluded.stage, attempt = excluded.attempt,
        held = true, taken = excluded.taken, expires = excluded.expires
      returning *),
    counted as (update items set held = held + 1 where id = ${item} and ${stage === 'work'}),
    noted as (
      update people set given = given + 1,
        last_group = case when ${stage === 'work'} then (select "group" from items where id = ${item}) else last_group end
      where id = ${person} and ${stage !== 'qualification'})
    select leased.item, leased.token as lease, leased.expires, items."group", items.shown, leased.stage, items.name, items.position
    from leased join items on items.id = leased.item`;
  return leasedSchema.parse(rows[0]);
}

export interface GoldTurn {
  person: string;
  /** The number of items that the person has received so far. */
  given: number;
  rate: number;
}

/** The j-th gold item comes at position (j + u) / rate, where u in [0, 1) is derived from the person and j, so nobody can predict it. */
export function isGoldTurn({ person, given, rate }: GoldTurn): boolean {
  if (rate <= 0) return false;
  const around = Math.floor(given * rate);
  return [around - 1, around, around + 1].some((j) => j >= 0 && Math.floor((j + fractionOf(`${person}:${j}`)) / rate) === given);
}

function fractionOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}
