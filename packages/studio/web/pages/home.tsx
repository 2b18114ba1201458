/** The studies that a person may see, with their progress. */
import { call } from '../api/call.ts';
import { Empty, Ready } from '../parts/loading.tsx';
import { Heading, Link } from '../parts/navigation.tsx';
import { count } from '../parts/time.ts';
import { useLoaded } from '../parts/use-loaded.ts';

export function HomePage({ mayChange, ownsAll }: { mayChange: boolean; ownsAll: boolean }) {
  const loaded = useLoaded(() => call('get', '/api/studies', {}), 'studies', { everySeconds: 15 });
  return (
    <>
      <div class="title-line">
        <Heading>Studies</Heading>
        {mayChange && (
          <Link to="/studies/new" kind="button primary">
            New study
          </Link>
        )}
      </div>
      <Ready loaded={loaded}>
        {({ studies }) =>
          studies.length === 0 ? (
            <Empty>
              There are no studies yet.{' '}
              {mayChange ? 'A study asks people to do one task on the items of a dataset.' : 'The owner has not created one.'}
            </Empty>
          ) : (
            <ul class="cards">
              {studies.map(({ id, title, task, state, answers, wanted, items, simulated, split, dataset }) => (
                <li key={id} class="card">
                  <h2>
                    <Link to={`/studies/${encodeURIComponent(id)}`}>
                      <bdi>{title}</bdi>
                    </Link>
                  </h2>
                  <p class="soft">
                    <bdi>{dataset}</bdi> ({split}) · {task.slice(task.lastIndexOf('/') + 1)} · {count(items, 'item')}
                  </p>
                  <p>
                    <span class={`badge ${state}`}>{state}</span> {simulated && <span class="badge warn">simulated</span>}
                  </p>
                  <label class="bar">
                    <span>
                      {answers} of {count(wanted, 'answer')}
                    </span>
                    <progress value={answers} max={Math.max(1, wanted)} />
                  </label>
                </li>
              ))}
            </ul>
          )
        }
      </Ready>
      {ownsAll && (
        <p>
          <Link to="/owners">Owner links</Link> give full access to this studio.
        </p>
      )}
    </>
  );
}
