/** Picks the next item of an annotator and locks its row. Rows locked by others are skipped, so that nobody waits. */
import { z } from 'zod';
import { parseRow } from '../store/rows.ts';
import type { Transaction } from '../store/transact.ts';
import type { QueueSettings } from '../studies/study-settings.ts';

const idSchema = z.object({ id: z.string() });
/** Freeing a few expired leases per request is enough to keep up. */
const LAPSES = 20;

/** Items of the annotator's current group first, then by priority, then those closest to completion or with the fewest answers. */
export async function pickWork(
  tx: Transaction,
  { person, study, order, group }: { person: string; study: string; order: QueueSettings['order']; group: string | null },
): Promise<string | null> {
  const openItems = tx`
    from items i where i.study = ${study} and i.kind = 'work' and i.answered + i.held < i.wanted
      and not exists (select from answers a where a.item = i.id and a.person = ${person})
      and not exists (select from skips s where s.item = i.id and s.person = ${person})
      and not exists (select from leases l where l.item = i.id and l.person = ${person} and l.held)`;
  if (group !== null) {
    const ofGroup =
      await tx`select i.id ${openItems} and i."group" = ${group} order by i.priority desc, i.position limit 1 for no key update of i skip locked`;
    if (ofGroup.length > 0) return idSchema.parse(ofGroup[0]).id;
  }
  const rows =
    order === 'finish'
      ? await tx`select i.id ${openItems} order by i.priority desc, (i.answered + i.held) desc, i.position limit 1 for no key update of i skip locked`
      : await tx`select i.id ${openItems} order by i.priority desc, (i.answered + i.held), i.position limit 1 for no key update of i skip locked`;
  return parseRow(idSchema, rows)?.id ?? null;
}

/** In a different order for each annotator. */
export async function pickGold(tx: Transaction, { person, study }: { person: string; study: string }): Promise<string | null> {
  const rows = await tx`
    select i.id from items i where i.study = ${study} and i.kind = 'gold'
      and not exists (select from answers a where a.item = i.id and a.person = ${person})
      and not exists (select from skips s where s.item = i.id and s.person = ${person})
      and not exists (select from leases l where l.item = i.id and l.person = ${person} and l.held)
    order by md5(i.id::text || ${person}) limit 1`;
  return parseRow(idSchema, rows)?.id ?? null;
}

/** Items made for the round come first; in later attempts, items that the annotator has not seen. */
export async function pickQualification(
  tx: Transaction,
  { person, study, attempt, size }: { person: string; study: string; attempt: number; size: number },
): Promise<string | null> {
  const rows = await tx`
    select i.id from items i where i.study = ${study} and i.kind <> 'work'
      and not exists (select from answers a where a.item = i.id and a.person = ${person} and a.stage = 'qualification' and a.attempt = ${attempt})
      and not exists (select from leases l where l.item = i.id and l.person = ${person} and l.held)
      and ${size} > (select count(*) from answers a where a.person = ${person} and a.stage = 'qualification' and a.attempt = ${attempt} and a.final)
        + (select count(*) from leases l where l.person = ${person} and l.stage = 'qualification' and l.attempt = ${attempt} and l.held)
    order by exists (select from answers a where a.item = i.id and a.person = ${person}), i.kind <> 'qualification', md5(i.id::text || ${person})
    limit 1`;
  return parseRow(idSchema, rows)?.id ?? null;
}

/**
 * Frees the slots of expired leases. The lease itself stays, so that its answer is still accepted if nobody else has taken the slot.
 * Items locked by others are left for the next request.
 */
export async function releaseLapsed(tx: Transaction, study: string): Promise<void> {
  await tx`
    with free as (
      select i.id from items i
      where i.id in (select item from leases where study = ${study} and held and expires <= clock_timestamp() order by expires limit ${LAPSES})
      for no key update of i skip locked),
    over as (
      update leases set held = false from free
      where leases.item = free.id and leases.held and leases.expires <= clock_timestamp() returning leases.item, leases.stage)
    update items set held = items.held - o.number
    from (select item, count(*) as number from over where stage = 'work' group by item) o where items.id = o.item`;
}
