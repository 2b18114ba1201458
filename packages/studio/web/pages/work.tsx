/** An annotator's page: what comes before the first item, the item with its guideline, and what comes after the last. */
import { useState } from 'preact/hooks';
import type { Who } from '../app.tsx';
import { Heading } from '../parts/navigation.tsx';
import { describe } from '../tasks/plain-form.tsx';
import { Background, Consent } from '../work/before.tsx';
import { HelpDialog } from '../work/help-dialog.tsx';
import { HistoryDialog } from '../work/history-dialog.tsx';
import { ItemDesk } from '../work/item-desk.tsx';
import { NotesDialog } from '../work/notes-dialog.tsx';
import { StateLine } from '../work/state-line.tsx';
import { Stopped } from '../work/stopped.tsx';
import { type OpenWork, useWork } from '../work/use-work.ts';
import { WithdrawDialog } from '../work/withdraw-dialog.tsx';
import type { Work } from '../work/work-api.ts';
import type { WorkSession } from '../work/work-session.ts';

export type WorkDialog = 'help' | 'history' | 'notes' | 'withdraw';

export function WorkPage({ who }: { who: Who }) {
  const open = useWork(who.person);
  const [dialog, setDialog] = useState<WorkDialog | null>(null);
  const work = open?.session.state.work;
  if (!open || !work)
    return (
      <main id="main" class="narrow">
        <Heading>Your work</Heading>
        <p role="status">{open?.session.state.problem?.message ?? 'Loading…'}</p>
        {open?.session.state.problem && (
          <button type="button" onClick={() => void open.session.start()}>
            Try again
          </button>
        )}
      </main>
    );
  const close = () => setDialog(null);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the item
      </a>
      <WorkHead work={work} open={open} show={setDialog} />
      <main id="main">
        <Notices session={open.session} />
        <Body work={work} open={open} busy={dialog !== null} show={setDialog} />
      </main>
      {dialog === 'help' && <HelpDialog work={work} open={open} close={close} />}
      {dialog === 'history' && <HistoryDialog work={work} session={open.session} close={close} />}
      {dialog === 'notes' && <NotesDialog item={open.session.state.front?.item ?? null} done={() => open.session.reload()} close={close} />}
      {dialog === 'withdraw' && <WithdrawDialog forget={open.forget} close={close} />}
    </>
  );
}

function WorkHead({ work, open: { session }, show }: { work: Work; open: OpenWork; show(dialog: WorkDialog): void }) {
  const { state } = session;
  const all = work.answered + work.left;
  const { qualification } = work;
  const qualifying = qualification?.state === 'open';
  return (
    <header class="site work-head">
      <div class="work-title">
        <Heading>{work.title}</Heading>
        <p class="soft">
          {qualifying ? (
            <>
              Qualification, try {qualification.attempt} of {qualification.tries}: {qualification.answered} of {qualification.items}
            </>
          ) : (
            <>
              {work.answered} answered, {work.left} left
              {work.completion.skipped > 0 && `, ${work.completion.skipped} skipped`}
            </>
          )}
          {work.pay && ` · ${work.pay}`}
        </p>
        <progress
          aria-label="Progress"
          value={qualifying ? qualification.answered : work.answered}
          max={Math.max(1, qualifying ? qualification.items : all)}
        />
      </div>
      <StateLine state={state} />
      <nav aria-label="Work" class="buttons">
        <button type="button" class="quiet" onClick={() => show('history')}>
          Answers
        </button>
        <button type="button" class="quiet" onClick={() => show('notes')}>
          Notes{work.notes > 0 && ` (${work.notes} new)`}
        </button>
        <button type="button" class="quiet" onClick={() => show('help')}>
          Keys and help
        </button>
        <button type="button" class="quiet" onClick={() => show('withdraw')}>
          Withdraw
        </button>
      </nav>
    </header>
  );
}

interface BodyProps {
  work: Work;
  open: OpenWork;
  busy: boolean;
  show(dialog: WorkDialog): void;
}

function Body({ work, open, busy, show }: BodyProps) {
  const { session } = open;
  if (work.state === 'working' || session.state.changing) {
    const again = async () => {
      await session.reload();
      await session.refill();
    };
    if (work.before.consent !== null) return <Consent text={work.before.consent} title={work.title} done={again} />;
    if (work.before.background.length > 0) return <Background questions={work.before.background} done={again} />;
    if (session.state.front) return <ItemDesk work={work} open={open} busy={busy} show={show} />;
  }
  return <Stopped work={work} session={session} />;
}

/** Answers that were refused while the person went on, with their text, and a passed qualification. */
function Notices({ session }: { session: WorkSession }) {
  return (
    <div role="alert" class="notices">
      {session.state.notices.map(({ id, kind, text, answer }) => (
        <div key={id} class={`banner ${kind}`}>
          <p dir="auto">{text}</p>
          {answer !== undefined && (
            <p class="soft" dir="auto">
              Your answer was: {describe(answer)}
            </p>
          )}
          <button type="button" class="quiet" onClick={() => session.dismiss(id)}>
            OK
          </button>
        </div>
      ))}
    </div>
  );
}
