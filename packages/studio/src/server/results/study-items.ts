/** The items of a study as its owner sees them, and known answers, which turn items into checks of annotators. */
import { InputError, type InputErrorPlace } from 'sensebench/internal/core';
import { allItems, type ListedItem, listItems, setGold } from '../studies/item-queries.ts';
import { type OpenStudy, studyTask } from '../studies/open-study.ts';
import { readContent, toTaskItem } from '../studies/show-item.ts';
import type { Studio } from '../studio.ts';
import { undecidedItems } from './disagreements.ts';
import { readDecisionText } from './read-decision-text.ts';

export type ItemsState = 'all' | 'open' | 'done' | 'undecided' | 'skipped';

const PAGE = 100;

export async function listStudyItems(studio: Studio, study: OpenStudy, { state, from }: { state: ItemsState; from: number }) {
  const undecided = await undecidedItems(studio, study);
  if (state !== 'undecided') {
    const { total, items } = await listItems(studio.sql, { study: study.id, state, from, limit: PAGE });
    return { total, items: items.map((item) => describeItem(item, undecided)) };
  }
  const undecidedRows: ListedItem[] = [];
  for (let at = 0, total = 1; at < total; at += PAGE * PAGE) {
    const page = await listItems(studio.sql, { study: study.id, from: at, limit: PAGE * PAGE });
    total = page.total;
    undecidedRows.push(...page.items.filter(({ name }) => undecided?.has(name)));
  }
  return { total: undecidedRows.length, items: undecidedRows.slice(from, from + PAGE).map((item) => describeItem(item, undecided)) };
}

function describeItem(row: ListedItem, undecided: ReadonlyMap<string, number> | null) {
  const { item, name, answered, wanted, leased, skipped, priority, gold } = row;
  return {
    item,
    id: name,
    shown: readContent(row.shown).shown,
    answers: answered,
    wanted,
    leased,
    skipped,
    priority,
    gold: gold !== null,
    decided: undecided === null || answered === 0 ? null : !undecided.has(name),
  };
}

export interface GoldText {
  text: string;
  format: 'jsonl' | 'csv';
}

/** Sets known answers. If several lines are about the same item, the last one counts. */
async function addKnownAnswers(studio: Studio, study: OpenStudy, input: GoldText) {
  const rows = new Map<string, string>();
  const items = [];
  for await (const row of allItems(studio.sql, { study: study.id })) {
    rows.set(row.name, row.item);
    items.push(toTaskItem(row));
  }
  const warnings: string[] = [];
  const { current, unknown } = await readDecisionText(study, { ...input, items, anonymous: 'gold', warn: (line) => warnings.push(line) });
  const answers = new Map(current.map(({ item, value }) => [item, value]));
  if (answers.size === 0) throw new InputError('none of the lines is about an item of this study', place());
  const values = [...answers].flatMap(([name, gold]) => {
    const item = rows.get(name);
    return item === undefined ? [] : [{ item, gold }];
  });
  await setGold(studio.sql, { study: study.id, values });
  const withAnswer = items.filter(({ id, gold }) => gold !== undefined || answers.has(id)).length;
  return { items: withAnswer, unknown, warnings };
}

export const addKnownAnswersTask = studyTask('add-gold', addKnownAnswers);

function place(): InputErrorPlace {
  return { field: 'text' };
}
