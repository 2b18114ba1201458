/** Items on which annotators disagree: how many are undecided, and the values that settle them. */
import { z } from '@hono/zod-openapi';
import { disputes, labelsOf } from 'sensebench/internal/annotate';
import { jsonSchema } from '../http/shapes.ts';
import { noSuch, StoreRefusal } from '../store/refusal.ts';
import { allItems, readItem } from '../studies/item-queries.ts';
import { type OpenStudy, studyTask } from '../studies/open-study.ts';
import { readContent } from '../studies/show-item.ts';
import type { Studio } from '../studio.ts';
import { insertAdjudication, listAdjudications } from './adjudications.ts';
import { countingAnswers, versionOf } from './decisions.ts';

interface Disputed {
  id: string;
  fields: string[];
  answers: { value: unknown; people: number }[];
  /** How many more votes the leading answer needs for a majority; 0 or less if it has one. */
  missing: number;
  settled: boolean;
}

async function disputed(studio: Studio, study: OpenStudy): Promise<Disputed[]> {
  return studio.computed.get(`${study.id}/disputes`, await versionOf(studio, study), async () => {
    const { items, decisions } = await countingAnswers(studio, study);
    return disputes(study.task, items, decisions).map(({ item, fields, answers, settled }) => ({
      id: item.id,
      fields,
      answers: answers.map(({ value, count }) => ({ value, people: count })),
      missing: votesMissing(answers.map(({ count }) => count)),
      settled: settled !== undefined,
    }));
  });
}

/** How many more votes the leading answer needs to have more than half of all. `votes` begins with it. */
export function votesMissing(votes: readonly number[]): number {
  return votes.reduce((sum, count) => sum + count, 0) - 2 * votes[0] + 1;
}

/**
 * The ids of items with neither a majority nor an adjudication, each with the minimum number of further answers for a majority: one after
 * a tie of two, two after a tie of three. null if the values of the task cannot be compared.
 */
export async function undecidedItems(studio: Studio, study: OpenStudy): Promise<ReadonlyMap<string, number> | null> {
  const { decisions } = await countingAnswers(studio, study);
  // Free texts have no majority.
  if (decisions.length > 0 && Object.keys(labelsOf(study.task, decisions[0].value)).length === 0) return null;
  const unsettled = (await disputed(studio, study)).filter(({ missing, settled }) => missing > 0 && !settled);
  return new Map(unsettled.map(({ id, missing }) => [id, missing]));
}

export const disagreementSchema = z.object({
  item: z.string(),
  id: z.string(),
  shown: jsonSchema,
  fields: z.array(z.string()),
  answers: z.array(z.object({ value: jsonSchema, people: z.number() })).describe('the distinct answers, without names'),
  settled: jsonSchema.describe('the adjudicated value, or null'),
});
type Disagreement = z.infer<typeof disagreementSchema>;

async function disagreements(studio: Studio, study: OpenStudy): Promise<Disagreement[]> {
  const allDisputes = await disputed(studio, study);
  const rows = new Map<string, { item: string; shown: unknown }>();
  for await (const { name, item, shown } of allItems(studio.sql, { study: study.id })) rows.set(name, { item, shown });
  const settled = new Map((await listAdjudications(studio.sql, { study: study.id })).map(({ name, value }) => [name, value]));
  return allDisputes.flatMap(({ id, fields, answers }) => {
    const row = rows.get(id);
    return row ? [{ item: row.item, id, shown: readContent(row.shown).shown, fields, answers, settled: settled.get(id) ?? null }] : [];
  });
}

export const disagreementsTask = studyTask('disagreements', disagreements);

/** Adjudicated values must pass the task's schema and check, like any answer. */
export async function adjudicateItem(
  studio: Studio,
  study: OpenStudy,
  { id, item, person, value }: { id: string; item: string; person: string; value: unknown },
): Promise<void> {
  const itemRow = await readItem(studio.sql, { item });
  if (itemRow?.study !== study.id) throw noSuch('item in this study');
  const parsed = study.task.value.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StoreRefusal('invalid', [issue.path.join('.'), issue.message].filter(Boolean).join(': '));
  }
  const tools = await studio.app.tools(study.task.needs ?? {});
  const refused = (await study.task.check?.(parsed.data, readContent(itemRow.shown).shown, tools))?.find(({ refuse }) => refuse);
  if (refused) throw new StoreRefusal('invalid', refused.text);
  await insertAdjudication(studio.sql, { id, study: study.id, item, person, value: parsed.data });
}
