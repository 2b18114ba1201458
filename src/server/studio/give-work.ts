/** The next items of an annotator, each as this person gets it; and own answers, for going back. */
import { listOwnAnswers, readStanding, StoreRefusal, takeItems } from '../store/index.ts';
import { opaqueGroup } from './opaque-group.ts';
import { openStudy } from './open-study.ts';
import { itemForm, showItem } from './showing.ts';
import type { Studio } from './studio.ts';
import type { StudyForm } from './study-form.ts';
import { demandConsent } from './work-state.ts';

export interface GivenItem {
  item: string;
  lease: string;
  expires: string;
  group: string | null;
  shown: unknown;
  form?: StudyForm;
  stage: 'qualification' | 'work';
}

export async function giveWork(
  studio: Studio,
  { person, holding, want }: { person: string; holding: readonly string[]; want: number },
): Promise<{ items: GivenItem[]; renewed: { item: string; expires: string }[] }> {
  const { study, standing } = await studyOf(studio, person);
  demandConsent(study, standing);
  const { items, renewed } = await takeItems(studio.sql, { person, holding, want });
  const given = items.map((item): GivenItem => {
    const { shown } = showItem(study, item, standing.number);
    const form = itemForm(study.task, shown);
    return {
      item: item.item,
      lease: item.lease,
      expires: item.expires,
      group: opaqueGroup(studio.secret, study.id, item.group),
      shown,
      ...(form ? { form } : {}),
      // A known item looks like any other.
      stage: item.stage === 'qualification' ? 'qualification' : 'work',
    };
  });
  return { items: given, renewed };
}

export interface EarlierAnswer {
  item: string;
  shown: unknown;
  value: unknown;
  at: string;
  revision: number;
}

/** As the page sent them, the last first. */
export async function earlierAnswers(
  studio: Studio,
  { person, before, limit }: { person: string; before?: string; limit: number },
): Promise<EarlierAnswer[]> {
  const { study, standing } = await studyOf(studio, person);
  const own = await listOwnAnswers(studio.sql, { person, limit, ...(before === undefined ? {} : { before }) });
  return own.map(({ item, given, at, revision, ...stored }) => ({
    item,
    shown: showItem(study, stored, standing.number).shown,
    value: given,
    at,
    revision,
  }));
}

async function studyOf(studio: Studio, person: string) {
  const standing = await readStanding(studio.sql, { person });
  if (!standing) throw new StoreRefusal('missing', 'there is no such annotator');
  return { standing, study: await openStudy(studio, standing.study) };
}
