/** Stores answers that people gave elsewhere: each under an annotator of the file's name, checked by the task's schema. */
import type { TaskItem } from '../../core/index.ts';
import { addAnnotator, allItems, importAnswer } from '../store/index.ts';
import { toTaskItem } from './item-content.ts';
import type { OpenStudy } from './open-study.ts';
import { type GivenText, readGivenDecisions } from './read-given.ts';
import { isRight } from './showing.ts';
import type { Studio } from './studio.ts';

export async function importGiven(studio: Studio, study: OpenStudy, { text, format }: Pick<GivenText, 'text' | 'format'>) {
  const { sql, secret, app } = studio;
  const ids = new Map<string, { item: string; gold: unknown }>();
  const items: TaskItem[] = [];
  for await (const row of allItems(sql, { study: study.id })) {
    ids.set(row.name, { item: row.item, gold: row.gold });
    items.push(toTaskItem(row));
  }
  const warnings: string[] = [];
  const warn = (line: string) => warnings.push(line);
  const { current, unknown, replaced } = await readGivenDecisions(study, { text, format, items, secret, now: app.now(), warn });
  if (replaced > 0) warn(`${replaced} decisions were replaced by later ones in the same file`);
  const people = new Map<string, string>();
  let [imported, known] = [0, 0];
  for (const { item: name, annotator, value, at, ms } of current) {
    const found = ids.get(name);
    if (!found) continue;
    const person = people.get(annotator) ?? (await addAnnotator(sql, { study: study.id, label: annotator })).person;
    people.set(annotator, person);
    const right = found.gold === null ? null : isRight(study.task, value, found.gold);
    const result = await importAnswer(sql, study.id, { person, item: found.item, value, ms: ms ?? null, at: at ?? null, right });
    if (result.known) known++;
    else imported++;
  }
  return { imported, known, unknown, warnings };
}
