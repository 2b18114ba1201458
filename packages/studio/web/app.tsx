/** Which page an address shows, and to whom: annotators work, owners and viewers see studies, everyone reads leaderboards. */
import { useEffect, useState } from 'preact/hooks';
import { call, Problem, type Reply, wordsOf } from './api/call.ts';
import { AdjudicatePage } from './pages/adjudicate.tsx';
import { HomePage } from './pages/home.tsx';
import { ItemsPage } from './pages/items.tsx';
import { JoinPage } from './pages/join.tsx';
import { NewStudyPage } from './pages/new-study.tsx';
import { NotesPage } from './pages/notes.tsx';
import { OverviewPage } from './pages/overview.tsx';
import { OwnerLinksPage } from './pages/owner-links.tsx';
import { PeoplePage } from './pages/people.tsx';
import { ResultsPage } from './pages/results.tsx';
import { WorkPage } from './pages/work.tsx';
import { Ready } from './parts/loading.tsx';
import { goTo, Heading, homeOf, Link, useAddress } from './parts/navigation.tsx';
import { ThemeChoice } from './parts/theme.tsx';
import { useLoaded } from './parts/use-loaded.ts';

export type Who = Reply<'get', '/api/session'>;

const STUDY_PAGES = {
  '': OverviewPage,
  people: PeoplePage,
  items: ItemsPage,
  results: ResultsPage,
  adjudicate: AdjudicatePage,
  notes: NotesPage,
};

const loadBoards = () => import('./boards/board-pages.tsx');

export function App() {
  const path = useAddress();
  const { who, problem, setWho, retry } = useSession(path);
  const ofBoards = /^\/boards(?:\/|$)/.test(path);
  const lost = who?.role === 'participant' && !ofBoards && path !== '/join';
  useEffect(() => {
    if (lost) goTo(homeOf(who), { replace: true });
  }, [lost]);
  if (path === '/join') return <JoinPage joined={setWho} />;
  // Reading a leaderboard needs no account: only a server that does not answer is in the way.
  if (ofBoards && (who || problem?.status === 401))
    return (
      <Frame who={who} here="/boards">
        <Later load={loadBoards}>{({ BoardPages }) => <BoardPages path={path} who={who} />}</Later>
      </Frame>
    );
  if (problem)
    return (
      <Frame who={null}>
        <Heading>{problem.status === 401 ? 'Open the studio with your link' : 'The studio cannot be reached'}</Heading>
        {problem.status === 401 ? (
          <p>
            You have no session here, or it has ended. Open the link that you were given. Owners find a fresh link where{' '}
            <code>sensebench serve</code> was started.
          </p>
        ) : (
          <p>{wordsOf(problem)}</p>
        )}
        {problem.status === 401 && (
          <p>
            Leaderboards can be read without an account: <Link to="/boards">to the leaderboards</Link>.
          </p>
        )}
        <button type="button" onClick={retry}>
          Try again
        </button>
      </Frame>
    );
  if (!who || lost) return <Frame who={null}>{null}</Frame>;
  if (who.role === 'annotator') return <WorkPage who={who} />;
  return (
    <Frame who={who} here={path === '/owners' ? path : '/'}>
      <OwnerPage path={path} who={who} />
    </Frame>
  );
}

function OwnerPage({ path, who }: { path: string; who: Who }) {
  const mayChange = who.role === 'owner';
  if (path === '/studies/new' && mayChange) return <NewStudyPage />;
  if (path === '/owners' && mayChange && who.study === null) return <OwnerLinksPage />;
  const [, study, name = ''] = /^\/studies\/([^/]+)(?:\/([a-z]+))?$/.exec(path) ?? [];
  if (study !== undefined && Object.hasOwn(STUDY_PAGES, name)) {
    const Page = STUDY_PAGES[name as keyof typeof STUDY_PAGES];
    return <Page study={decodeURIComponent(study)} mayChange={mayChange} />;
  }
  if (path === '/' || path === '/work') return <HomePage mayChange={mayChange} ownsAll={mayChange && who.study === null} />;
  return (
    <>
      <Heading>There is no such page</Heading>
      <p>
        <Link to="/">To the studies</Link>
      </p>
    </>
  );
}

function useSession(path: string) {
  const [who, setWho] = useState<Who | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const joining = path === '/join';
  useEffect(() => {
    if (joining || who) return;
    call('get', '/api/session', {}).then(
      (found) => {
        setProblem(null);
        setWho(found);
      },
      (error: unknown) => setProblem(error instanceof Problem ? error : new Problem(0, wordsOf(error))),
    );
  }, [joining, who, attempt]);
  return { who, problem, setWho, retry: () => setAttempt(attempt + 1) };
}

function Frame({ who, here, children }: { who: Who | null; here?: string; children: preact.ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="site">
        <Link to={homeOf(who)} kind="brand">
          sensebench studio
        </Link>
        {(who?.role === 'owner' || who?.role === 'viewer') && (
          <nav aria-label="Parts of the studio" class="site-parts">
            <Link to="/" current={here === '/'}>
              Studies
            </Link>
            <Link to="/boards" current={here === '/boards'}>
              Leaderboards
            </Link>
          </nav>
        )}
        {who?.demo && <span class="badge warn">demo: simulated people</span>}
        <ThemeChoice />
        {who && (
          <span class="who">
            {who.role}
            {who.label && who.label !== who.role && (
              <>
                {' · '}
                <bdi>{who.label}</bdi>
              </>
            )}
          </span>
        )}
      </header>
      <main id="main">{children}</main>
    </>
  );
}

/** Pages that are loaded when they are first wanted, so that all others open sooner. */
function Later<T>({ load, children }: { load(): Promise<T>; children: (loaded: T) => preact.ComponentChildren }) {
  const loaded = useLoaded(load, 'pages');
  return <Ready loaded={loaded}>{children}</Ready>;
}
