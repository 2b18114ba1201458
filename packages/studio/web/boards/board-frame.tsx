/** The head of every page of a competition: its name, how it stands, and the way to its other pages. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { call } from '../api/call.ts';
import { Ready, Warnings } from '../parts/loading.tsx';
import { Heading, Link } from '../parts/navigation.tsx';
import { count } from '../parts/time.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { boardPath, type Competition, mainPhase, phaseWords } from './competition.ts';

interface BoardFrameProps {
  board: string;
  /** Which of the pages is shown; what is loaded stays from one to the next. */
  here: string;
  children: (competition: Competition, reload: () => Promise<void>) => ComponentChildren;
}

export function BoardFrame({ board, here, children }: BoardFrameProps) {
  const loaded = useLoaded(() => call('get', '/api/boards/{board}', { params: { board } }), board, { everySeconds: 30 });
  const known = loaded.data !== null;
  useEffect(() => {
    // Another page of the same competition: time has passed.
    if (known) void loaded.reload();
  }, [here]);
  return (
    <>
      {loaded.data === null && <Heading>Leaderboard</Heading>}
      <Ready loaded={loaded}>
        {(competition) => (
          <>
            <Heading note={<Note competition={competition} />}>{competition.title}</Heading>
            <nav aria-label="Pages of the competition" class="tabs">
              {pagesFor(competition).map(({ path, label }) => (
                <Link key={path} to={path === '' ? boardPath(board) : boardPath(board, path)} current={path === here}>
                  {label}
                </Link>
              ))}
            </nav>
            <Warnings texts={competition.warnings} />
            {children(competition, loaded.reload)}
          </>
        )}
      </Ready>
    </>
  );
}

function pagesFor({ me, owner }: Competition): { path: string; label: string }[] {
  return [
    { path: '', label: 'Board' },
    { path: 'about', label: 'Rules and data' },
    ...(me ? [{ path: 'submit', label: 'Submit' }] : []),
    ...(me ? [{ path: 'submissions', label: 'My submissions' }] : []),
    ...(owner ? [{ path: 'submissions', label: 'Submissions' }] : []),
    ...(owner ? [{ path: 'manage', label: 'Manage' }] : []),
  ];
}

function Note({ competition: { benchmark, phases, submissions, accounts, live } }: { competition: Competition }) {
  const phase = mainPhase(phases);
  return (
    <>
      {!live && <span class="badge">kept copy: nothing can be submitted</span>} <bdi>{benchmark}</bdi>
      {phase && (
        <>
          {' '}
          · <bdi>{phase.name}</bdi> {phaseWords(phase)}
        </>
      )}{' '}
      · {count(submissions, 'submission')} from {count(accounts, 'account')}
    </>
  );
}
