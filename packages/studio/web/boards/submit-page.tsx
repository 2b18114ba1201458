/** Submitting predictions: the file is checked immediately, errors name the line, and the score appears here. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { call, Problem, wordsOf } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { Empty, Warnings } from '../parts/loading.tsx';
import { Link } from '../parts/navigation.tsx';
import { moment } from '../parts/time.ts';
import { makeId } from '../work/make-id.ts';
import { boardPath, type Competition, type Phase, phaseWords, type Submission } from './competition.ts';
import { QuotaLeft, quotaIsUsed } from './quota-left.tsx';
import { type Said, SaidFields } from './said-fields.tsx';
import { isWaiting, SubmissionState } from './submission-state.tsx';
import { TokenBox } from './token-box.tsx';

export function SubmitPage({ competition, reload }: { competition: Competition; reload(): Promise<void> }) {
  const { me, phases, live } = competition;
  const running = phases.find(({ state }) => state === 'running');
  const next = phases.find(({ state }) => state === 'coming');
  if (!me) return <Empty>Only participants can submit. Open your invitation link.</Empty>;
  if (!live) return <Empty>This is an imported copy of a competition and takes no submissions.</Empty>;
  return (
    <>
      {running ? (
        <>
          <p class="lead">
            Phase “<bdi>{running.name}</bdi>” {phaseWords(running)}.
          </p>
          <QuotaLeft me={me} />
          <SubmitForm competition={competition} phase={running} reload={reload} />
        </>
      ) : (
        <Empty>
          No phase is running.{' '}
          {next && (
            <>
              “<bdi>{next.name}</bdi>” begins {moment(next.start)}.
            </>
          )}
        </Empty>
      )}
      <TokenBox board={competition.id} />
    </>
  );
}

const EMPTY: Said = { model: '', note: '', links: '', parameters: '' };

interface SubmitFormProps {
  competition: Competition;
  phase: Phase;
  reload(): Promise<void>;
}

function SubmitForm({ competition, phase, reload }: SubmitFormProps) {
  const { id: board, me } = competition;
  const [file, setFile] = useState<File | null>(null);
  const [row, setRow] = useState('');
  const [said, setSaid] = useState<Said>(EMPTY);
  const [sent, setSent] = useState<{ submission: string; notes: readonly string[] } | null>(null);
  const [fault, setFault] = useState<{ words: string; advice: string } | null>(null);
  // Sent again after a broken connection, it is the same submission; with anything changed it is another one.
  const id = useRef(makeId());
  const renew = () => {
    id.current = makeId();
  };
  const picker = useRef<HTMLInputElement>(null);
  const ready = file !== null && row.trim() !== '';
  const used = quotaIsUsed(me);

  async function submit(): Promise<void> {
    if (!file) return;
    setSent(null);
    setFault(null);
    const form = new FormData();
    form.set('file', file);
    for (const [name, value] of Object.entries({ id: id.current, phase: phase.name, row: row.trim(), ...said }))
      if (value !== '') form.set(name, value);
    try {
      const { submission, notes } = await call('post', '/api/boards/{board}/submissions', { params: { board }, form });
      setSent({ submission: submission.id, notes });
      renew();
      setFile(null);
      if (picker.current) picker.current.value = '';
      await reload();
    } catch (error) {
      setFault({ words: wordsOf(error), advice: adviceAfter(error) });
    }
  }

  return (
    <div class="narrow-form">
      <Field label="Predictions" help="JSON Lines or CSV with id and prediction, or a zip of a run folder; at most 32 MB." wide>
        {(field) => (
          <input
            id={field}
            ref={picker}
            type="file"
            accept=".jsonl,.json,.csv,.tsv,.gz,.zip"
            onChange={({ currentTarget }) => {
              setFault(null);
              renew();
              setFile(currentTarget.files?.[0] ?? null);
            }}
          />
        )}
      </Field>
      <TextField
        label="Row name"
        help="As shown on the board. A new name adds a row; an existing name replaces that row."
        wide
        maxLength={100}
        required
        value={row}
        set={(value) => {
          renew();
          setRow(value);
        }}
      />
      <SaidFields
        said={said}
        change={(part) => {
          renew();
          setSaid({ ...said, ...part });
        }}
      />
      <ActionButton kind="primary" disabled={!ready || used} act={submit}>
        Check and submit
      </ActionButton>
      {(!ready || used) && <p class="soft small">{used ? 'No submissions left.' : 'Choose a file and enter a name.'}</p>}
      <div role="alert">
        {fault && (
          <div class="banner bad">
            <p class="fault" dir="auto">
              {fault.words}
            </p>
            <p class="soft">{fault.advice}</p>
          </div>
        )}
      </div>
      {sent && <Sent key={sent.submission} board={board} submission={sent.submission} notes={sent.notes} reload={reload} />}
    </div>
  );
}

/** A wait that is worth a time of day. */
const LONG_WAIT_SECONDS = 60;

function adviceAfter(error: unknown): string {
  if (!(error instanceof Problem && error.passing)) return 'Nothing was stored, and no quota was used.';
  if (error.retryAfter < LONG_WAIT_SECONDS) return 'Try again: the submission is counted once, however often it is sent.';
  const again = new Date(Date.now() + 1000 * error.retryAfter).toISOString();
  return `Nothing was stored, and no quota was used. You can submit again from ${moment(again)}.`;
}

interface SentProps {
  board: string;
  submission: string;
  notes: readonly string[];
  /** Of the competition: quota that a failed one gave back. */
  reload(): Promise<void>;
}

function Sent({ board, submission, notes, reload }: SentProps) {
  const found = useUntilDone(board, submission);
  const ended = found !== null && !isWaiting(found);
  useEffect(() => {
    if (ended) void reload();
  }, [ended]);
  return (
    <div class={`banner ${found?.state === 'failed' ? 'bad' : 'good'}`} role="status">
      <p>
        <strong>The file was accepted.</strong> {found && <SubmissionState submission={found} />}
      </p>
      {found?.state === 'done' && (
        <p>
          Scored: {found.result}. <Link to={boardPath(board, 'submissions', submission)}>View the submission</Link>
        </p>
      )}
      <Warnings texts={notes} />
    </div>
  );
}

/** Small files are scored in a moment; nobody gains by asking often for a large one. */
const PAUSES_MS = [300, 700, 1200];
const EVERY_MS = 2000;

/** Asks until nothing more is to come. */
function useUntilDone(board: string, submission: string): Submission | null {
  const [found, setFound] = useState<Submission | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    let asked = 0;
    const look = async () => {
      const reply = await call('get', '/api/boards/{board}/submissions', { params: { board } }).catch(() => null);
      if (gone) return;
      const own = reply?.submissions.find(({ id }) => id === submission) ?? null;
      if (own) setFound(own);
      if (!own || isWaiting(own)) timer = setTimeout(() => void look(), PAUSES_MS[asked++] ?? EVERY_MS);
    };
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [board, submission]);
  return found;
}
