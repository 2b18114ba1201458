/** The studies that a person may see, with their progress. */
import { call } from '../api/call.ts';
import { Empty, Ready } from '../parts/loading.tsx';
import { Heading, Link } from '../parts/navigation.tsx';
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
              There is no study yet.{' '}
              {mayChange
                ? 'A study is one task on the items of one dataset, for some people: make the first one.'
                : 'The owner has not made one.'}
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
                    {task} · {items} items of <bdi>{dataset}</bdi> ({split})
                  </p>
                  <p>
                    <span class={`badge ${state}`}>{state}</span> {simulated && <span class="badge warn">simulated</span>}
                  </p>
                  <label class="bar">
                    <span>
                      {answers} of {wanted} answers
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
          <Link to="/owners">Owner links</Link>: who can open this studio as its owner.
        </p>
      )}
    </>
  );
}
