/** Submissions: one's own to follow, choose, withdraw and cancel; for owners those of all accounts. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { TextField } from '../parts/field.tsx';
import { Empty, Ready } from '../parts/loading.tsx';
import { Link } from '../parts/navigation.tsx';
import { when } from '../parts/time.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { boardPath, type Competition, type Submission } from './competition.ts';
import { onTheBoard } from './on-the-board.ts';
import { printed } from './printed.ts';
import { QuotaLeft } from './quota-left.tsx';
import { SubmissionActions } from './submission-actions.tsx';
import { isWaiting, SubmissionState } from './submission-state.tsx';

interface SubmissionsPageProps {
  competition: Competition;
  reload(): Promise<void>;
}

export function SubmissionsPage({ competition, reload }: SubmissionsPageProps) {
  if (competition.me || competition.owner) return <Submissions competition={competition} reload={reload} />;
  return <Empty>Only participants have submissions here. Open the link that you were invited by.</Empty>;
}

function Submissions({ competition, reload }: SubmissionsPageProps) {
  const { id: board, me } = competition;
  const [waiting, setWaiting] = useState(false);
  const loaded = useLoaded(
    async () => {
      const { submissions } = await call('get', '/api/boards/{board}/submissions', { params: { board } });
      setWaiting(submissions.some(isWaiting));
      return submissions;
    },
    board,
    { everySeconds: waiting ? 2 : 20 },
  );
  const changed = async () => {
    await Promise.all([loaded.reload(), reload()]);
  };
  return (
    <>
      {me && <QuotaLeft me={me} />}
      <Ready loaded={loaded}>
        {(submissions) =>
          submissions.length === 0 ? (
            <Empty>Nothing was submitted yet. {me && <Link to={boardPath(board, 'submit')}>Submit predictions</Link>}</Empty>
          ) : (
            <>
              <p class="soft">
                A row shows the submission that you choose for it, else the last one. While a phase runs, scores are rounded, and a
                submission that is not above your best so far has none.
              </p>
              <List competition={competition} submissions={submissions} done={changed} />
            </>
          )
        }
      </Ready>
      {me && <AccountName board={board} name={me.account} done={reload} />}
    </>
  );
}

interface ListProps {
  competition: Competition;
  submissions: readonly Submission[];
  done(): Promise<void>;
}

function List({ competition: { id: board, phases, owner }, submissions, done }: ListProps) {
  const shown = onTheBoard(submissions);
  const phaseOf = (number: number) => phases.find((own) => own.number === number);
  return (
    <ul class="submissions">
      {submissions.map((own) => {
        const phase = phaseOf(own.phaseNumber);
        return (
          <li key={own.id} class={own.withdrawn ? 'card muted' : 'card'}>
            <div class="title-line">
              <h2>
                <Link to={boardPath(board, 'submissions', own.id)}>
                  <bdi>{own.row}</bdi>
                </Link>
              </h2>
              <b class="told">{own.told === null ? '' : printed(own.told, phase?.scale ?? 1)}</b>
            </div>
            <p class="soft">
              {owner && (
                <>
                  <bdi>{own.account}</bdi> ·{' '}
                </>
              )}
              <bdi>{own.phase}</bdi> · {when(own.at)}
              {own.model && (
                <>
                  {' '}
                  · <bdi>{own.model}</bdi>
                </>
              )}
            </p>
            {own.told === null && own.result !== null && <p class="soft">Scored: {own.result}.</p>}
            <p>
              {shown.has(own.id) && <span class="badge own">on the board</span>} <SubmissionState submission={own} />
            </p>
            <SubmissionActions board={board} submission={own} over={phase?.state === 'over'} done={done} />
          </li>
        );
      })}
    </ul>
  );
}

function AccountName({ board, name, done }: { board: string; name: string; done(): Promise<void> }) {
  const [own, setOwn] = useState(name);
  const [saved, setSaved] = useState(false);
  return (
    <section aria-labelledby="account">
      <h2 id="account">Your name on the boards</h2>
      <div class="fields-line">
        <TextField
          label="Name"
          maxLength={60}
          value={own}
          set={(value) => {
            setSaved(false);
            setOwn(value);
          }}
        />
        <ActionButton
          disabled={own.trim() === '' || own.trim() === name}
          act={async () => {
            await call('patch', '/api/boards/{board}/account', { params: { board }, body: { name: own.trim() } });
            setSaved(true);
            await done();
          }}
        >
          Save the name
        </ActionButton>
        <span role="status" class="soft">
          {saved && 'saved'}
        </span>
      </div>
    </section>
  );
}
