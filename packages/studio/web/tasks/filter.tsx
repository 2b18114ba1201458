/** Filtering or auditing pairs: the pair beside its criteria, each yes, no or unsure. */
import { JUDGEMENT_KEYS, Judgements, missingJudgement } from '../parts/judgements.tsx';
import { PairView, readPair, type ShownPair, titleOfPair } from './pair-view.tsx';
import { isRecord } from './read-json.ts';
import { definePage } from './task-page.tsx';

export const filterPage = definePage<ShownPair, unknown>({
  names: ['filter', 'audit'],
  read: (shown, form) => (form.fields.every(({ kind }) => kind === 'choice') ? readPair(shown) : null),
  draft: (value) => (isRecord(value) ? value : {}),
  value: (draft) => draft,
  missing: (draft, _, { fields }) => missingJudgement(fields, draft),
  title: titleOfPair,
  choiceOnly: true,
  keys: JUDGEMENT_KEYS,
  View: ({ shown, form, draft, change, active, atOnce, send }) => (
    <>
      <PairView {...shown} />
      <Judgements fields={form.fields} value={draft} change={change} active={active} atOnce={atOnce} send={send} />
    </>
  ),
});
