/** All competitions, the newest first. Reading them needs no account. */
import { call } from '../api/call.ts';
import { Empty, Ready } from '../parts/loading.tsx';
import { Heading, Link } from '../parts/navigation.tsx';
import { count } from '../parts/time.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { boardPath, phaseWords } from './competition.ts';
import { ImportBundle } from './import-bundle.tsx';

export function ListPage({ mayChange }: { mayChange: boolean }) {
  const loaded = useLoaded(() => call('get', '/api/boards', {}), 'boards', { everySeconds: 30 });
  return (
    <>
      <div class="title-line">
        <Heading>Leaderboards</Heading>
        {mayChange && (
          <Link to="/boards/new" kind="button primary">
            New competition
          </Link>
        )}
      </div>
      <Ready loaded={loaded}>
        {({ boards }) =>
          boards.length === 0 ? (
            <Empty>
              There are no competitions yet.{' '}
              {mayChange &&
                'A competition is a dataset whose answers stay on this server, with phases that say when and how submissions are scored.'}
            </Empty>
          ) : (
            <ul class="cards">
              {boards.map(({ id, title, about, benchmark, phases, submissions, accounts }) => (
                <li key={id} class="card">
                  <h2>
                    <Link to={boardPath(id)}>
                      <bdi>{title}</bdi>
                    </Link>
                  </h2>
                  <p class="soft">
                    <bdi>{benchmark}</bdi> · {count(submissions, 'submission')} from {count(accounts, 'account')}
                  </p>
                  {about && (
                    <p class="passage about" dir="auto">
                      {about}
                    </p>
                  )}
                  <ul class="phases">
                    {phases.map((phase) => (
                      <li key={phase.number}>
                        <span class={`badge ${phase.state}`}>{phase.state}</span>{' '}
                        {phase.state === 'coming' ? (
                          <bdi>{phase.name}</bdi>
                        ) : (
                          <Link to={boardPath(id, 'phases', phase.number)}>
                            <bdi>{phase.name}</bdi>
                          </Link>
                        )}{' '}
                        <span class="soft">{phaseWords(phase)}</span>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )
        }
      </Ready>
      {mayChange && <ImportBundle />}
    </>
  );
}
