/** Resolving disagreements: the item, the answers, and one value that replaces them. */
import { useState } from 'preact/hooks';
import { call, type Reply, wordsOf } from '../api/call.ts';
import { Key } from '../parts/key.tsx';
import { Empty, Ready } from '../parts/loading.tsx';
import { type Study, StudyFrame, type StudyPageProps } from '../parts/study-head.tsx';
import { count } from '../parts/time.ts';
import { useKeys } from '../parts/use-keys.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { pageOf } from '../tasks/index.ts';
import { describe } from '../tasks/plain-form.tsx';
import { makeId } from '../work/make-id.ts';

type Disagreement = Reply<'get', '/api/studies/{study}/disagreements'>['items'][number];

export function AdjudicatePage({ study, mayChange }: StudyPageProps) {
  return (
    <StudyFrame study={study} here="/adjudicate">
      {(found) => <Disagreements study={found} mayChange={mayChange} />}
    </StudyFrame>
  );
}

function Disagreements({ study, mayChange }: { study: Study; mayChange: boolean }) {
  const loaded = useLoaded(() => call('get', '/api/studies/{study}/disagreements', { params: { study: study.id } }), study.id);
  const [place, setPlace] = useState(0);
  const [said, setSaid] = useState('');
  return (
    <Ready loaded={loaded}>
      {({ items }) => {
        if (items.length === 0) return <Empty>There are no disagreements: everyone agrees on each item with two or more answers.</Empty>;
        const here = Math.min(place, items.length - 1);
        const go = (to: number) => setPlace(Math.max(0, Math.min(items.length - 1, to)));
        return (
          <>
            <div class="title-line">
              <p class="soft">
                Item {here + 1} of {items.length}; {items.filter(({ settled }) => settled !== null).length} resolved.
              </p>
              <div class="buttons">
                <button type="button" disabled={here === 0} onClick={() => go(here - 1)}>
                  Previous
                </button>
                <button type="button" disabled={here === items.length - 1} onClick={() => go(here + 1)}>
                  Next
                </button>
              </div>
            </div>
            <p role="status" class="soft">
              {said}
            </p>
            <Settle
              key={items[here].item}
              study={study}
              given={items[here]}
              mayChange={mayChange}
              settle={async (value) => {
                const params = { study: study.id, item: items[here].item };
                setSaid('saving…');
                try {
                  await call('put', '/api/studies/{study}/adjudications/{item}', { params, body: { id: makeId(), value } });
                  setSaid('Saved.');
                  await loaded.reload();
                  go(here + 1);
                } catch (error) {
                  setSaid(`Not saved: ${wordsOf(error)}`);
                }
              }}
            />
          </>
        );
      }}
    </Ready>
  );
}

interface SettleProps {
  study: Study;
  given: Disagreement;
  mayChange: boolean;
  settle(value: unknown): Promise<void>;
}

function Settle({ study, given: { id, shown, fields, answers, settled }, mayChange, settle }: SettleProps) {
  const [value, setValue] = useState({ from: settled, times: 0 });
  const given = { task: study.task, shown, form: study.form };
  const { Editor } = pageOf(given);
  const take = (from: unknown) => setValue({ from, times: value.times + 1 });
  const keys = ['q', 'w', 'e', 'r', 't'].slice(0, answers.length);
  useKeys(Object.fromEntries(keys.map((key, i) => [key, () => take(answers[i].value)])), mayChange);
  return (
    <>
      <section aria-labelledby="answers" class="card">
        <h2 id="answers">What people answered</h2>
        <p class="soft">
          <bdi>{id}</bdi>; they differ in {fields.join(', ') || 'the answer'}.
          {settled !== null && ' It is resolved; another choice replaces the value.'}
        </p>
        <ul class="rows">
          {answers.map(({ value: answered, people }, i) => (
            <li key={JSON.stringify(answered)}>
              <span class="passage" dir="auto">
                {describe(answered)}
              </span>
              <span class="soft">{count(people, 'person', 'people')}</span>
              {mayChange && (
                <button type="button" onClick={() => take(answered)}>
                  Use this {keys[i] && <Key>{keys[i]}</Key>}
                  <span class="said"> answer {i + 1}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
      <Editor
        key={value.times}
        {...given}
        value={value.from ?? undefined}
        active={mayChange}
        sendLabel={mayChange ? 'Use this value' : ''}
        onSend={(chosen) => void settle(chosen)}
      />
    </>
  );
}
