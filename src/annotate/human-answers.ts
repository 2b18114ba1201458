/** People as a system: each reference against the others (CommonGen, section 5.1), or what people wrote for an item (SituatedGen, section 7). */
import { z } from 'zod';
import { type Benchmark, InputError, type Item } from '../core/index.ts';
import { readJsonl } from '../files/index.ts';
import { decisionSchema } from './decision-row.ts';

/** The field of an item's meta that holds what a person answered. */
const ANSWER = 'humanAnswer';

interface HumanAnswer {
  item: Item;
  answer: string;
}

/** Items for the runner `human`: one for each answer, with the answer in it. `path` is a file of decisions, or of ratings where the benchmark reads them. */
export async function withHumanAnswers(
  benchmark: Pick<Benchmark, 'name' | 'humanAnswers'>,
  items: readonly Item[],
  path?: string,
): Promise<Item[]> {
  const answers = benchmark.humanAnswers
    ? await benchmark.humanAnswers(items, { path })
    : path === undefined
      ? leaveReferencesOut(items)
      : await readWritten(items, path);
  if (answers.length === 0) throw new InputError('nobody answered these items', { file: path });
  return answers.map(({ item, answer }) => ({ ...item, meta: { ...item.meta, [ANSWER]: answer } }));
}

export function humanAnswerOf(item: Item): string {
  const answer = item.meta[ANSWER];
  if (typeof answer !== 'string') throw new InputError(`item "${item.id}" has no answer by a person`);
  return answer;
}

function leaveReferencesOut(items: readonly Item[]): HumanAnswer[] {
  const several = items.filter(({ references }) => references.length > 1);
  if (several.length === 0)
    throw new InputError('no item has two references, so none can stand against the others', {
      expected: 'human:FILE, a file of what people wrote',
    });
  return several.flatMap((item) =>
    item.references.map((answer, place) => ({
      item: { ...item, id: `${item.id}/${place}`, references: item.references.filter((_, other) => other !== place) },
      answer,
    })),
  );
}

const writtenSchema = decisionSchema.extend({
  value: z.union([z.string(), z.looseObject({ sentences: z.string() }).transform(({ sentences }) => sentences)]),
});

/** A decision on one of the items whose value is a text; two people may have written for one item. */
async function readWritten(items: readonly Item[], path: string): Promise<HumanAnswer[]> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const answers: HumanAnswer[] = [];
  for await (const { value: decision } of readJsonl(path, decisionSchema)) {
    const written = writtenSchema.safeParse(decision);
    const item = byId.get(decision.item);
    if (item && written.success) answers.push({ item: { ...item, id: `${item.id}/${decision.annotator}` }, answer: written.data.value });
  }
  return answers;
}
