/** Saves an answer as a new revision, exactly once even if it is sent twice: under an id made by the page and with a lease. */
import { z } from 'zod';
import { noSuch, StoreRefusal } from '../store/refusal.ts';
import { asJson, isId, parseRow } from '../store/rows.ts';
import { type Sql, type Transaction, transact } from '../store/transact.ts';
import { STUDY_STATES } from '../studies/study-queries.ts';
import { queueSettingsSchema } from '../studies/study-settings.ts';
import { countAttempt } from './qualification.ts';

export interface NewAnswer {
  /** A UUID made by the page. */
  id: string;
  person: string;
  item: string;
  /** null to change an earlier answer. */
  lease: string | null;
  /** The answer as the page sent it. */
  given: unknown;
  /** The answer as the task parsed it. */
  value: unknown;
  ms: number | null;
  /** Whether it matches the known answer of a gold or qualification item. */
  right?: boolean | null;
}

export interface SavedAnswer {
  revision: number;
  /** It had been saved before. */
  known: boolean;
  /** Set if the answer ended a qualification attempt. */
  qualification: 'passed' | 'failed' | 'again' | null;
}

const stage = z.enum(['work', 'gold', 'qualification']);
const originSchema = z.object({ stage, attempt: z.number().nullable() });
const endedSchema = originSchema.extend({ held: z.boolean() });

/** The locked person and item, and the deleted lease. */
const placeSchema = z.object({
  study: z.string(),
  itemStudy: z.string(),
  settings: queueSettingsSchema,
  state: z.enum(STUDY_STATES),
  simulated: z.boolean(),
  excluded: z.boolean(),
  withdrawn: z.boolean(),
  full: z.boolean(),
  ended: endedSchema.nullable(),
});
type Place = z.infer<typeof placeSchema>;
type Origin = z.infer<typeof originSchema> & { counts: boolean; held: boolean };

/** Resolves after COMMIT. Throws a conflict if the lease was lost or the id was used for different content. */
export async function saveAnswer(sql: Sql, answer: NewAnswer): Promise<SavedAnswer> {
  const { id, person, item, lease } = answer;
  if (!isId(id)) throw new StoreRefusal('invalid', 'the id of an answer must be a UUID');
  if (!isId(person) || !isId(item) || (lease !== null && !isId(lease))) throw notHeld();
  const texts = { given: asJson(answer.given), value: asJson(answer.value) };
  return transact(sql, async (tx) => {
    const place = await lockPlace(tx, answer);
    // Checked under the locks, so that the same answer sent twice at once is handled one after the other.
    const earlier = place.ended ? null : await findKnown(tx, { ...answer, given: texts.given });
    if (earlier) return earlier;
    const origin = lease === null ? await changeOf(tx, { answer, place }) : originOf(place);
    // The person has answered this item before: this is a change, or another qualification attempt.
    if (!place.ended || (origin.attempt ?? 1) > 1)
      await tx`update answers set final = false where item = ${item} and person = ${person} and final`;
    const rows = await tx`
      with counted as (
        update items set answered = answered + 1, held = held - ${origin.held ? 1 : 0} where id = ${item} and ${origin.counts})
      insert into answers (id, study, item, person, stage, attempt, given, value, ms, revision, simulated, "right")
      values (${id}, ${place.study}, ${item}, ${person}, ${origin.stage}, ${origin.attempt}, ${texts.given}::text::jsonb,
        ${texts.value}::text::jsonb, ${answer.ms}, (select coalesce(max(revision), 0) + 1 from answers where item = ${item} and person = ${person}),
        ${place.simulated}, ${answer.right ?? null})
      on conflict (id) do nothing returning revision`;
    if (rows.length === 0) throw otherContent();
    const round = place.settings.qualification;
    const qualification =
      lease !== null && origin.attempt !== null && round
        ? await countAttempt(tx, { person, attempt: origin.attempt, right: answer.right === true, round })
        : null;
    return { revision: Number(rows[0].revision), known: false, qualification };
  });
}

/**
 * A single query, because each one is a round trip to the database. It locks the person's row first and then the item's,
 * so that exclusions and withdrawals come before or after it. If the answer is refused later, deleting the lease is rolled back.
 */
async function lockPlace(tx: Transaction, { person, item, lease }: NewAnswer): Promise<Place> {
  const place = parseRow(
    placeSchema,
    await tx`
      with place as materialized (
        select p.id as person, i.id as item, p.study, i.study as item_study, s.settings, s.state, p.simulated, p.excluded, p.withdrawn,
          i.answered, i.held, i.wanted
        from people p join studies s on s.id = p.study, items i
        where p.id = ${person} and p.role = 'annotator' and i.id = ${item} for no key update of p, i),
      ended as (
        delete from leases using place
        where leases.token = ${lease}::uuid and leases.item = place.item and leases.person = place.person
        returning leases.stage, leases.attempt, leases.held)
      select study, item_study as "itemStudy", settings, state, simulated, excluded is not null as excluded, withdrawn is not null as withdrawn,
        answered + held >= wanted as full,
        (select jsonb_build_object('stage', stage, 'attempt', attempt, 'held', held) from ended) as ended
      from place`,
  );
  if (!place) {
    const people = await tx`select from people where id = ${person} and role = 'annotator'`;
    if (people.length === 0) throw new StoreRefusal('forbidden', 'only annotators of a study can answer');
  }
  if (place?.study !== place?.itemStudy || !place) throw noSuch('item in this study');
  if (place.withdrawn) throw new StoreRefusal('forbidden', 'you have withdrawn from this study');
  if (place.excluded) throw new StoreRefusal('forbidden', 'the owner of the study has ended your participation');
  return place;
}

async function findKnown(
  tx: Transaction,
  { id, item, person, given }: Pick<NewAnswer, 'id' | 'item' | 'person'> & { given: string | null },
): Promise<SavedAnswer | null> {
  const rows = await tx`
    select revision, item = ${item} and person = ${person} and given is not distinct from ${given}::text::jsonb as same from answers where id = ${id}`;
  if (rows.length === 0) return null;
  if (!rows[0].same) throw otherContent();
  return { revision: Number(rows[0].revision), known: true, qualification: null };
}

/** An expired lease still counts while nobody else has taken its slot. */
function originOf({ ended, full }: Place): Origin {
  if (!ended || (ended.stage === 'work' && !ended.held && full)) throw notHeld();
  const counts = ended.stage === 'work';
  return { ...ended, counts, held: counts && ended.held };
}

async function changeOf(tx: Transaction, { answer: { item, person }, place }: { answer: NewAnswer; place: Place }): Promise<Origin> {
  const earlier = parseRow(
    originSchema,
    await tx`select stage, attempt from answers where item = ${item} and person = ${person} and final`,
  );
  if (!earlier) throw notHeld();
  if (earlier.stage === 'qualification') throw new StoreRefusal('conflict', 'qualification answers cannot be changed');
  if (place.state !== 'open') throw new StoreRefusal('forbidden', 'the study is closed');
  return { ...earlier, counts: false, held: false };
}

function notHeld(): StoreRefusal {
  return new StoreRefusal('conflict', 'your time for this item ran out, and it was given to someone else');
}

function otherContent(): StoreRefusal {
  return new StoreRefusal('conflict', 'this id was already used for another answer');
}
