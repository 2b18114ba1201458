/** Saves what a page sent: checked by the task, turned into the task's value, compared with a known answer. */
import { readItem, readStanding, type SavedAnswer, StoreRefusal, saveAnswer } from '../store/index.ts';
import { openStudy } from './open-study.ts';
import { checkGiven, isRight } from './showing.ts';
import type { Studio } from './studio.ts';
import { demandConsent } from './work-state.ts';

export interface GivenAnswer {
  id: string;
  person: string;
  item: string;
  lease: string | null;
  value: unknown;
  ms: number;
}

export interface Advice {
  refuse: boolean;
  text: string;
}

export type SaveResult = { refused: readonly string[] } | { saved: SavedAnswer; advice: Advice[] };

export async function saveGiven(studio: Studio, { id, person, item, lease, value: answer, ms }: GivenAnswer): Promise<SaveResult> {
  const { study, number, found } = await locate(studio, { person, item });
  const { value, refused, advice } = await checkGiven(studio, study, found, { answer, number });
  if (refused.length > 0) return { refused };
  const right = found.gold === null ? null : isRight(study.task, value, found.gold);
  const saved = await saveAnswer(studio.sql, { id, person, item, lease, given: answer, value, ms, right });
  return { saved, advice: advice.map((text) => ({ refuse: false, text })) };
}

/** What the server would say; nothing is saved. */
export async function adviseOn(
  studio: Studio,
  { person, item, value: answer }: Pick<GivenAnswer, 'person' | 'item' | 'value'>,
): Promise<Advice[]> {
  const { study, number, found } = await locate(studio, { person, item });
  const { refused, advice } = await checkGiven(studio, study, found, { answer, number });
  return [...refused.map((text) => ({ refuse: true, text })), ...advice.map((text) => ({ refuse: false, text }))];
}

async function locate(studio: Studio, { person, item }: { person: string; item: string }) {
  const standing = await readStanding(studio.sql, { person });
  const found = await readItem(studio.sql, { item });
  if (!standing || found?.study !== standing.study) throw new StoreRefusal('missing', 'there is no such item in this study');
  const study = await openStudy(studio, standing.study);
  demandConsent(study, standing);
  return { study, number: standing.number, found };
}
