/** A study at a glance: how far it is, who may join, whether it is open, and what to do with its answers. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Bring } from '../parts/bring.tsx';
import { Guideline } from '../parts/guideline.tsx';
import { Invite } from '../parts/invite.tsx';
import { Ready } from '../parts/loading.tsx';
import { SettingsForm } from '../parts/settings-form.tsx';
import { type Study, StudyFrame, type StudyPageProps } from '../parts/study-head.tsx';
import { count, hours, seconds } from '../parts/time.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { TakeOut } from '../parts/write-back.tsx';

export function OverviewPage({ study, mayChange }: StudyPageProps) {
  return (
    <StudyFrame study={study} here="">
      {(found, reload) => (
        <>
          {mayChange && <StateLine study={found} reload={reload} />}
          <Progress study={study} />
          {mayChange && <Invite study={study} />}
          <TakeOut study={study} mayChange={mayChange} />
          {mayChange ? <Settings study={found} reload={reload} /> : <Guideline text={found.guideline} />}
        </>
      )}
    </StudyFrame>
  );
}

function StateLine({ study: { id, state, completionCode }, reload }: { study: Study; reload(): Promise<void> }) {
  const change = (next: 'open' | 'closed') => async () => {
    await call('patch', '/api/studies/{study}', { params: { study: id }, body: { state: next } });
    await reload();
  };
  const text = {
    draft: 'This is a draft. Open it to let people answer, then invite them.',
    open: 'The study is open: everyone with a link can answer.',
    closed: 'The study is closed and takes no more answers.',
  }[state];
  return (
    <div class="banner state-line">
      <p>
        {text}
        {completionCode && (
          <>
            {' '}
            Completion code: <code>{completionCode}</code>
          </>
        )}
      </p>
      {state === 'open' ? (
        <ActionButton act={change('closed')}>Close the study</ActionButton>
      ) : (
        <ActionButton act={change('open')} kind="primary">
          {state === 'draft' ? 'Open the study' : 'Open it again'}
        </ActionButton>
      )}
    </div>
  );
}

function Progress({ study }: { study: string }) {
  const loaded = useLoaded(() => call('get', '/api/studies/{study}/progress', { params: { study } }), study, { everySeconds: 5 });
  return (
    <section aria-labelledby="progress">
      <h2 id="progress">Progress</h2>
      <Ready loaded={loaded}>
        {({ items, answers, people, medianSeconds, forecast, perDay }) => (
          <>
            <label class="bar">
              <span>
                {answers.given} of {count(answers.wanted, 'answer')}
              </span>
              <progress value={answers.given} max={Math.max(1, answers.wanted)} />
            </label>
            <dl class="grid">
              <Figure name="items done" value={`${items.done} of ${items.total}`} />
              <Figure name="items in progress" value={String(items.begun)} />
              {items.undecided !== null && <Figure name="undecided" value={String(items.undecided)} />}
              <Figure name="people" value={`${people.joined}`} note={`${people.active} here now`} />
              <Figure name="median time per answer" value={seconds(medianSeconds)} />
              {forecast.hoursOfWork !== null && (
                <Figure name="work left" value={hours(forecast.hoursOfWork)} note={forecast.cost ?? undefined} />
              )}
            </dl>
            {forecast.toSettle && forecast.toSettle.items > 0 && (
              <p class="soft">
                {count(forecast.toSettle.items, 'item')} undecided; at least {count(forecast.toSettle.answers, 'more answer')} needed to
                decide {forecast.toSettle.items === 1 ? 'it' : 'them'}.
              </p>
            )}
            {perDay.length > 1 && (
              <details>
                <summary>Answers by day</summary>
                <ul class="days">
                  {perDay.map(({ day, answers: given }) => (
                    <li key={day}>
                      <label class="bar">
                        <span>
                          {day}: {given}
                        </span>
                        <progress value={given} max={Math.max(...perDay.map((one) => one.answers))} />
                      </label>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </>
        )}
      </Ready>
    </section>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div class="card figure">
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        {note && <span>{note}</span>}
      </dd>
    </div>
  );
}

function Settings({ study, reload }: { study: Study; reload(): Promise<void> }) {
  const [saved, setSaved] = useState(false);
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <details>
        <summary>Title, guideline, consent, answers per item, pay</summary>
        <SettingsForm
          settings={study}
          label="Save the settings"
          save={async (settings) => {
            await call('patch', '/api/studies/{study}', { params: { study: study.id }, body: settings });
            setSaved(true);
            await reload();
          }}
        />
        <p role="status">{saved && 'The settings are saved.'}</p>
      </details>
      <details>
        <summary>Import known answers (gold) or answers collected elsewhere</summary>
        <Bring study={study.id} goldItems={study.goldItems} done={reload} />
      </details>
    </section>
  );
}
